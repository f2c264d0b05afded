import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SendResult } from '../../verify/send/sendRequest.ts';
import { findFreePort } from '../processes/findFreePort.ts';
import { installPrism } from './installPrism.ts';

/** Starts Prism's validation proxy in front of a backend. Some responses end its process. */
export async function startPrismProxy(upstream: string, contractFile: string) {
  const { program } = await installPrism();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['proxy', contractFile, upstream, '--port', `${port}`, '--verboseLevel', 'silent'];
  const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error('Prism exited before it was ready.');
  }
  return {
    url,
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Whether Prism's `sl-violations` header lists a violation in the response. */
export function hasPrismViolation(result: SendResult): boolean {
  if (result.kind === 'error') return false;
  const [text = '[]'] = result.headers['sl-violations'] ?? [];
  const violations = JSON.parse(text) as { location: string[] }[];
  return violations.some(({ location }) => location[0] === 'response');
}
