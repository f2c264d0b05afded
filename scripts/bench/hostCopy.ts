import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { developmentDefaults } from '../developmentDefaults.ts';
import { distDirectory } from '../paths.ts';

/** One running copy of the built host. */
export interface HostCopy {
  port: number;
  /** Lines of its log that are worse than information. */
  complaints: readonly string[];
  exited: Promise<number | null>;
  stop(): void;
  /** Resident memory in MiB. */
  residentMemory(): Promise<number>;
}

/** Starts `dist/server.js` as a process of its own. */
export async function startHostCopy(env: Record<string, string>): Promise<HostCopy> {
  const child = spawn(process.execPath, ['--expose-gc', join(distDirectory, 'server.js')], {
    env: {
      ...developmentDefaults({ RECAPTCHA_SITE_KEY: 'bench', ...env }),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const complaints: string[] = [];
  const { port, metricsPort } = await readLog(child, complaints);
  return {
    port,
    complaints,
    exited: once(child, 'exit').then(([code]) => code),
    stop: () => void child.kill('SIGTERM'),
    residentMemory: async () => {
      const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const bytes = figures.match(/^process_resident_memory_bytes (\d+)/m)?.[1];
      return Math.round(Number(bytes) / 2 ** 20);
    },
  };
}

function readLog(child: ChildProcess, complaints: string[]) {
  return new Promise<{ port: number; metricsPort: number }>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The host ended with ${code}.`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line);
      if (entry.msg === 'listening') resolve(entry);
      if (entry.level !== 'info') complaints.push(line);
    });
  });
}
