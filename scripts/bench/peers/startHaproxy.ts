import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../findFreePort.ts';

const program = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'].find(
  existsSync,
);

export const isHaproxyInstalled = program !== undefined;

/** Starts HAProxy in front of the host on `hostPort`, with the headers that docs/operations.md recommends. */
export async function startHaproxy(hostPort: number) {
  if (!program) throw new Error('HAProxy was not found. On Debian, install the package "haproxy".');
  const directory = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const port = await findFreePort();
  writeFileSync(join(directory, 'haproxy.cfg'), createConfiguration(port, hostPort));
  const child = spawn(program, ['-db', '-f', join(directory, 'haproxy.cfg')], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const exited = once(child, 'exit');
  for (let tries = 0; !(await isListening(port)); tries++, await wait(25)) {
    if (tries === 200) throw new Error('HAProxy did not listen within 5 s.');
  }
  return {
    port,
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(directory, { recursive: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

function createConfiguration(port: number, hostPort: number): string {
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
frontend public
  bind 127.0.0.1:${port}
  unique-id-format %[uuid()]
  http-request set-header X-Forwarded-For   %[src]
  http-request set-header X-Forwarded-Proto https if { ssl_fc }
  http-request set-header X-Forwarded-Proto http unless { ssl_fc }
  http-request set-header X-Forwarded-Host  %[req.hdr(Host)]
  http-request set-header X-Request-Id      %[unique-id]
  default_backend instances
backend instances
  http-reuse always
  server instance 127.0.0.1:${hostPort}
`;
}
