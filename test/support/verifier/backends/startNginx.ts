import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../mock/temporaryFiles.ts';
import { startHttpServer } from '../../startHttpServer.ts';
import { waitFor } from '../../waitFor.ts';

interface NginxOptions {
  /** The directive of a limit: `limit_req zone=clients burst=20 nodelay;`. */
  limit?: string;
}

/** Starts nginx in front of a backend until the test ends, and resolves to its origin. It must be installed. */
export async function startNginx(backendUrl: string, { limit = '' }: NginxOptions = {}) {
  const directory = await temporaryFolder();
  // Its worker, which is another user if root starts it, buffers large bodies there.
  await chmod(directory, 0o755);
  const port = await findFreePort();
  const values = { BACKEND: backendUrl, DIRECTORY: directory, LIMIT: limit, PORT: String(port) };
  const template = await readFile(join(import.meta.dirname, 'nginx.conf'), 'utf8');
  const file = join(directory, 'nginx.conf');
  await writeFile(
    file,
    template.replace(/\b[A-Z]{4,}\b/g, (name) => values[name as keyof typeof values] ?? name),
  );

  const child = spawn('nginx', ['-p', directory, '-c', file, '-e', join(directory, 'error.log')]);
  onTestFinished(() => void child.kill());
  await waitFor(() => once(connect(port, '127.0.0.1'), 'connect'));
  return `http://127.0.0.1:${port}`;
}

async function findFreePort(): Promise<number> {
  const { server, port } = await startHttpServer(() => {});
  server.close();
  await once(server, 'close');
  return port;
}
