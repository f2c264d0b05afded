import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './findFreePort.ts';
import { pinToCore } from './startServer.ts';

export type ProxyName = 'nginx' | 'haproxy';

const folders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

export function findProxy(name: ProxyName): string | undefined {
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

/** Directives for the blocks of nginx's configuration. */
interface NginxDirectives {
  http: string;
  server: string;
}

/**
 * Starts nginx with one worker on a free port.
 * @param core the CPU core to run on, any by default
 * @throws if nginx is not installed
 */
export function startNginx({ http, server }: NginxDirectives, core?: number) {
  const createConfiguration = (port: number, directory: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}
  ${http}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 1000000;
    ${server}
  }
}
`;
  const args = (file: string) => ['-c', file, '-e', 'stderr'];
  return startProxy({ name: 'nginx', createConfiguration, args, core });
}

/**
 * Starts HAProxy on a free port.
 * @param frontend what follows `bind` in the configuration
 * @throws if HAProxy is not installed
 */
export function startHaproxy(frontend: string) {
  const createConfiguration = (port: number) => `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 5s
frontend public
  bind 127.0.0.1:${port}
  ${frontend}
`;
  const args = (file: string) => ['-db', '-f', file];
  return startProxy({ name: 'haproxy', createConfiguration, args, core: undefined });
}

interface ProxyOptions {
  name: ProxyName;
  createConfiguration(port: number, directory: string): string;
  args(configurationFile: string): string[];
  core: number | undefined;
}

async function startProxy({ name, createConfiguration, args, core }: ProxyOptions) {
  const program = findProxy(name);
  if (!program) throw new Error(`${name}: expected it in ${folders.join(' or ')}`);
  const directory = mkdtempSync(join(tmpdir(), `${name}-`));
  const port = await findFreePort();
  const file = join(directory, 'configuration');
  writeFileSync(file, createConfiguration(port, directory));
  const child = spawn(...pinToCore(core, program, args(file)), { stdio: 'ignore' });
  const exited = once(child, 'exit');
  for (let attempts = 0; !(await isListening(port)); attempts++, await wait(25)) {
    if (attempts === 200) throw new Error(`${name} did not listen within 5 s.`);
  }
  return {
    port,
    pid: child.pid ?? 0,
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
