import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { serverFile } from '../../build/paths.ts';
import { developmentDefaults } from '../../stack/developmentDefaults.ts';

export interface HostProcess {
  port: number;
  /** Log lines of any level other than info. */
  warnings: readonly string[];
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  stop(): void;
  /** In MiB. */
  readResidentMemory(): Promise<number>;
}

/** Starts `dist/server.js` with these variables over the development defaults. */
export async function startHostProcess(env: Record<string, string>): Promise<HostProcess> {
  const child = spawn(process.execPath, [serverFile], {
    env: {
      ...developmentDefaults({ RECAPTCHA_SITE_KEY: 'bench', ...env }),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const warnings: string[] = [];
  const { port, metricsPort } = await readLog(child, warnings);
  return {
    port,
    warnings,
    exited: once(child, 'exit').then(([code]) => code),
    stop: () => void child.kill('SIGTERM'),
    readResidentMemory: async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const bytes = metrics.match(/^process_resident_memory_bytes (\d+)/m)?.[1];
      return Math.round(Number(bytes) / 2 ** 20);
    },
  };
}

function readLog(child: ChildProcess, warnings: string[]) {
  return new Promise<{ port: number; metricsPort: number }>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The host exited with code ${code}.`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line);
      if (entry.msg === 'listening') resolve(entry);
      if (entry.level !== 'info') warnings.push(line);
    });
  });
}
