import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './startServer.ts';

export type ProxyName = 'nginx' | 'haproxy';

const folders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

export function findProxy(name: ProxyName): string | undefined {
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

/**
 * Starts nginx with one worker and more directives for its blocks on a free port.
 * @param core the CPU core to run on, any by default
 * @throws if nginx is not installed
 */
export function startNginx({ http, server }: { http: string; server: string }, core?: number) {
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
  const args = (file: string) => ['-c', file, '-e', '/dev/null'];
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
  const args = (file: string) => ['-db', '-q', '-f', file];
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
  const file = join(directory, 'configuration');
  const server = await startServer({
    command(port) {
      writeFileSync(file, createConfiguration(port, directory));
      return [program, ...args(file)];
    },
    ...(core !== undefined && { core }),
  });
  const close = async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  };
  return { ...server, close };
}
