import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../findFreePort.ts';

const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find(
  existsSync,
);

export const isNginxInstalled = program !== undefined;

/**
 * Starts nginx in front of instances of the host. With `routeTo()` it acts as an ingress that checks their
 * readiness, without retries, which would hide failures. Otherwise it has the settings that
 * docs/operations.md recommends for nginx without health checks.
 */
export async function startNginx(ports: readonly number[], mode: 'checking' | 'unaware') {
  if (!program) throw new Error('nginx was not found. On Debian, install the package "nginx".');
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await findFreePort();
  let version = 0;
  const configure = (active: readonly number[]) => {
    const options = { directory, port, ports, active, mode, version: ++version };
    const text = createConfiguration(options);
    writeFileSync(join(directory, 'nginx.conf'), text);
  };
  configure(ports);
  const child = spawn(program, ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'], {
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
    /**
     * Sends requests only to the instances on these ports, like an ingress while the others are not
     * ready.
     */
    routeTo: async (active: readonly number[]) => {
      configure(active);
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

interface NginxOptions {
  directory: string;
  port: number;
  /** The port of every instance. */
  ports: readonly number[];
  /** The ports that receive requests. */
  active: readonly number[];
  mode: 'checking' | 'unaware';
  /** Served at /nginx-version, which shows whether this configuration has been loaded. */
  version: number;
}

function createConfiguration(options: NginxOptions): string {
  const { directory, port, ports, active, mode, version } = options;
  const servers = ports.map(
    (instancePort) =>
      `server 127.0.0.1:${instancePort} max_fails=0${active.includes(instancePort) ? '' : ' down'};`,
  );
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
  upstream instances {
    ${servers.join('\n    ')}
    keepalive 64;
    ${mode === 'unaware' ? 'keepalive_timeout 1s;' : ''}
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 1000000;
    location = /nginx-version { return 200 "${version}"; }
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      ${mode === 'unaware' ? 'proxy_connect_timeout 1s; proxy_next_upstream error;' : 'proxy_next_upstream off;'}
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Request-Id $request_id;
    }
  }
}
`;
}
