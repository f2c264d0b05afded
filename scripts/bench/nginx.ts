import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './findFreePort.ts';

const executable = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** An nginx in front of copies of the host. It tries no copy twice, so that no failure is hidden. */
export async function startNginx(ports: readonly number[]) {
  const program = executable.find(existsSync);
  if (!program) throw new Error('There is no nginx here. Debian has it as the package "nginx".');
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await findFreePort();
  let version = 0;
  const configure = (serving: readonly number[]) => {
    const text = configuration(directory, port, ports, serving, ++version);
    writeFileSync(join(directory, 'nginx.conf'), text);
  };
  configure(ports);
  const child = spawn(program, ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit');
  const whenConfigured = async () => {
    for (let tries = 0; tries < 200; tries++, await wait(25)) {
      const answer = await fetch(`http://127.0.0.1:${port}/nginx-version`).catch(() => undefined);
      if ((await answer?.text()) === String(version)) return;
    }
    throw new Error(`nginx does not take its configuration; see ${directory}/error.log.`);
  };
  await whenConfigured();
  return {
    port,
    /** Sends requests to these copies alone from now on, as an ingress does when another is not ready. */
    serve: async (serving: readonly number[]) => {
      configure(serving);
      child.kill('SIGHUP');
      await whenConfigured();
    },
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(directory, { recursive: true });
    },
  };
}

function configuration(
  directory: string,
  port: number,
  ports: readonly number[],
  serving: readonly number[],
  version: number,
): string {
  const servers = ports.map(
    (copy) => `server 127.0.0.1:${copy} max_fails=0${serving.includes(copy) ? '' : ' down'};`,
  );
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
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
  ${folders.join('\n  ')}
  upstream copies {
    ${servers.join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 1000000;
    location = /nginx-version { return 200 "${version}"; }
    location / {
      proxy_pass http://copies;
      proxy_http_version 1.1;
      proxy_next_upstream off;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}
`;
}
