import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startHttpServer } from '../../startHttpServer.ts';
import { createExpressBackend } from './expressBackend.ts';
import { createFastifyBackend } from './fastifyBackend.ts';

/** Each starts a backend until the test ends, and resolves to its origin. */
export const startOrdinaryBackend = {
  async express(): Promise<string> {
    return (await startHttpServer(createExpressBackend())).url;
  },

  async fastify(): Promise<string> {
    const app = createFastifyBackend();
    onTestFinished(() => app.close());
    return app.listen({ host: '127.0.0.1', port: 0 });
  },

  async python(): Promise<string> {
    const child = spawn('python3', [join(import.meta.dirname, 'backend.py')]);
    onTestFinished(() => void child.kill());
    const [url] = await once(child.stdout.setEncoding('utf8'), 'data');
    return url.trim();
  },
};
