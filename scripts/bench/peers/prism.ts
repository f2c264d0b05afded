import { join } from 'node:path';
import type { SendResult } from '../../verify/send/sendRequest.ts';
import { installPackages } from '../processes/installPackages.ts';
import { startServer } from '../processes/startServer.ts';

export const prismPackage = '@stoplight/prism-cli@5.16.0';

/** Returns the start of a command line of Prism in one quiet process. */
export async function installPrism(): Promise<readonly string[]> {
  const modules = await installPackages(prismPackage);
  const quiet = ['--verboseLevel', 'silent', '--multiprocess', 'false'];
  return [process.execPath, join(modules, '@stoplight/prism-cli/dist/index.js'), ...quiet];
}

/** Starts Prism's validation proxy in front of a backend. Some responses end its process. */
export async function startPrismProxy(upstream: string, contractFile: string) {
  const prism = await installPrism();
  return startServer({
    command: (port) => [...prism, 'proxy', contractFile, upstream, '--port', String(port)],
    stderr: 'ignore',
  });
}

/** Whether Prism's `sl-violations` header lists a violation in the response. */
export function hasPrismViolation(result: SendResult): boolean {
  if (result.kind === 'error') return false;
  const [text = '[]'] = result.headers['sl-violations'] ?? [];
  const violations = JSON.parse(text) as { location: string[] }[];
  return violations.some(({ location }) => location[0] === 'response');
}
