import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../findFreePort.ts';
import { pinToCore } from '../pinToCore.ts';

const usualPaths = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** Directives for the blocks of nginx's configuration. */
export interface NginxDirectives {
  http: string;
  server: string;
}

export function findNginx(): string | undefined {
  return usualPaths.find((path) => existsSync(path));
}

/**
 * Starts nginx with one worker on a free port.
 * @param core the CPU core to run on, any by default
 * @throws if nginx is not installed
 */
export async function runNginx(directives: NginxDirectives, core?: number) {
  const program = findNginx();
  if (!program) throw new Error('nginx was not found. On Debian, install the package "nginx".');
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await findFreePort();
  let version = 0;
  const configure = ({ http, server }: NginxDirectives) => {
    const options = { directory, port, http, server, version: ++version };
    writeFileSync(join(directory, 'nginx.conf'), createConfiguration(options));
  };
  configure(directives);
  const args = ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'];
  const child = spawn(...pinToCore(core, program, args), {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  const waitForConfiguration = async () => {
    for (let tries = 0; tries < 200; tries++, await wait(25)) {
      const response = await fetch(`http://127.0.0.1:${port}/nginx-version`).catch(() => undefined);
      if ((await response?.text()) === String(version)) return;
    }
    throw new Error(`nginx did not load its configuration within 5 s; see ${directory}/error.log.`);
  };
  await waitForConfiguration();
  return {
    port,
    pid: child.pid ?? 0,
    /** Resolves when the new directives are in use. */
    reconfigure: async (next: NginxDirectives) => {
      configure(next);
      child.kill('SIGHUP');
      await waitForConfiguration();
    },
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(directory, { recursive: true });
    },
  };
}

interface ConfigurationOptions extends NginxDirectives {
  directory: string;
  port: number;
  /** Served at /nginx-version, which shows whether this configuration has been loaded. */
  version: number;
}

function createConfiguration(options: ConfigurationOptions): string {
  const { directory, port, http, server, version } = options;
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  ${temporaryPaths.join('\n  ')}
  ${http}
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 1000000;
    location = /nginx-version { return 200 "${version}"; }
    ${server}
  }
}
`;
}
