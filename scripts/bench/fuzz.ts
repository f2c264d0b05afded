import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildClient } from '../buildClient.ts';
import { buildHost } from '../buildHost.ts';
import { fuzzRequest } from './fuzzRequest.ts';
import { startHostCopy } from './hostCopy.ts';
import { startJudgingBackend } from './judgingBackend.ts';
import { printTable } from './printTable.ts';
import { createRandom } from './random.ts';
import { sendBytes } from './sendBytes.ts';

const concurrent = 64;

/**
 * Sends requests that are more or less HTTP to the built host: it answers or closes, makes no fault of
 * its own, passes on nothing that it should not, and its memory stays flat.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const total = Number(values.requests);
  const random = createRandom(Number(values.seed));
  await Promise.all([buildClient(), buildHost()]);
  const backend = await startJudgingBackend();
  const host = await startHostCopy({ BACKEND_URL: backend.url, PORT: '0' });

  const endings = new Map<string, number>();
  const memory: number[] = [];
  let sent = 0;
  const count = (key: string) => endings.set(key, (endings.get(key) ?? 0) + 1);
  const worker = async () => {
    while (sent < total) {
      if (++sent % Math.ceil(total / 4) === 0) memory.push(await host.residentMemory());
      const ending = await sendBytes(host.port, fuzzRequest(random));
      if (ending.kind === 'answered') for (const status of ending.statuses) count(String(status));
      else count(ending.kind);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrent }, worker));
  const seconds = (performance.now() - started) / 1000;
  await wait(2_000);
  memory.push(await host.residentMemory());
  const page = await fetch(`http://127.0.0.1:${host.port}/app/subscriber-feedback/`);
  host.stop();
  const exitCode = await host.exited;
  backend.close();

  const faults = [...endings].filter(([ending]) => ending === 'hung' || Number(ending) >= 500);
  printTable(`${total} requests with seed ${values.seed} in ${seconds.toFixed(0)} s`, [
    ...[...endings].sort(([a], [b]) => a.localeCompare(b)),
    ['passed on to the backend', backend.received()],
    ['of these, should not have been', backend.offences.length],
    ['complaints in the log', host.complaints.length],
    ['resident memory at each quarter and at the end, MiB', memory.join(', ')],
    ['the page afterwards', page.status],
    ['exit code', String(exitCode)],
  ]);
  for (const line of [...backend.offences, ...host.complaints].slice(0, 10)) console.log(line);
  const [, , atThreeQuarters = 0, , atEnd = 0] = memory;
  const grown = atEnd > atThreeQuarters * 1.15;
  if (grown) console.log('Memory has grown in the last quarter.');
  const bad = faults.length + backend.offences.length + host.complaints.length;
  if (bad > 0 || grown || page.status !== 200 || exitCode !== 0) process.exitCode = 1;
}
