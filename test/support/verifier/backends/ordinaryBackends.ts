import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startHttpServer } from '../../startHttpServer.ts';
import { createExpressBackend } from './expressBackend.ts';
import { createFastifyBackend } from './fastifyBackend.ts';
import { startNginx } from './startNginx.ts';

interface OrdinaryBackend {
  name: string;
  /** Whether the command that it needs is installed. */
  isInstalled: boolean;
  /** Starts it until the test ends, and resolves to its origin. */
  start(): Promise<string>;
  /** The operations to test; all by default. */
  only?: string;
}

const isInstalled = (command: string) => spawnSync(command, ['-h']).error === undefined;

export const isNginxInstalled = isInstalled('nginx');

export const ordinaryBackends: readonly OrdinaryBackend[] = [
  { name: 'Express', isInstalled: true, start: startExpress },
  { name: 'Fastify', isInstalled: true, start: startFastify },
  { name: 'Python', isInstalled: isInstalled('python3'), start: startPython },
  {
    name: 'Express behind nginx',
    isInstalled: isNginxInstalled,
    start: async () => startNginx(await startExpress()),
    // It treats all alike.
    only: 'getBrief',
  },
];

export async function startExpress(): Promise<string> {
  return (await startHttpServer(createExpressBackend())).url;
}

async function startFastify(): Promise<string> {
  const app = createFastifyBackend();
  onTestFinished(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function startPython(): Promise<string> {
  const child = spawn('python3', [join(import.meta.dirname, 'backend.py')]);
  onTestFinished(() => void child.kill());
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data');
  return url.trim();
}
