import { setTimeout as wait } from 'node:timers/promises';
import { printTable } from '../command/printTable.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { createFuzzedRequest } from '../fuzz/createFuzzedRequest.ts';
import { fuzzResponses } from '../fuzz/fuzzResponses.ts';
import { createRandom } from '../fuzz/random.ts';
import { sendBytes } from '../fuzz/sendBytes.ts';
import { startValidatingBackend } from '../fuzz/startValidatingBackend.ts';
import { buildProduct } from './buildProduct.ts';
import { type HostProcess, startHostProcess } from './load/startHostProcess.ts';

const connectionCount = 64;

const usage = `Usage: npm run bench -- fuzz-host [options]

Sends malformed requests to the built host, then requests to a backend with malformed responses.

Options:
  --requests N     number of malformed requests (default: 20000)
  --responses N    number of malformed responses (default: 20000)
  --seed N         start of the pseudo-random sequence (default: 1)
  -h, --help       show this help`;

const options = {
  requests: { type: 'string' },
  responses: { type: 'string' },
  seed: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values }) =>
    fuzzHost({
      requests: readNumber('--requests', values.requests, 20000, 0),
      responses: readNumber('--responses', values.responses, 20000, 0),
      seed: readNumber('--seed', values.seed, 1, 0),
    }),
  );
}

/** Sends malformed requests to the built host, then requests to a backend with malformed responses. */
async function fuzzHost({
  requests,
  responses,
  seed,
}: Record<keyof typeof options, number>): Promise<void> {
  await buildProduct();
  if (requests > 0) await sendMalformedRequests(requests, seed);
  if (responses > 0) await sendMalformedResponses(responses, seed);
}

/**
 * The host must respond or close, never with a 5xx of its own, forward only what is safe to forward, log
 * no warning and not grow in memory.
 */
async function sendMalformedRequests(total: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const backend = await startValidatingBackend();
  const host = await startHostProcess({ BACKEND_URL: backend.url, PORT: '0' });

  const outcomes = new Map<string, number>();
  const memory: number[] = [];
  let sent = 0;
  const count = (key: string) => outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
  const worker = async () => {
    while (sent < total) {
      if (++sent % Math.ceil(total / 4) === 0) memory.push(await host.readResidentMemory());
      const outcome = await sendBytes(host.port, createFuzzedRequest(random));
      if (outcome.kind === 'responded') for (const status of outcome.statuses) count(`${status}`);
      else count(outcome.kind);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connectionCount }, worker));
  const seconds = (performance.now() - start) / 1000;
  // Memory is measured once the host is idle again.
  await wait(2_000);
  memory.push(await host.readResidentMemory());
  const page = await fetch(`http://127.0.0.1:${host.port}/app/subscriber-feedback/`);
  host.stop();
  const exitCode = await host.exited;
  await backend.close();

  const failures = [...outcomes].filter(([key]) => key === 'timed out' || Number(key) >= 500);
  printTable(`${total} requests with seed ${seed} in ${seconds.toFixed(0)} s`, [
    ...[...outcomes].sort(([a], [b]) => a.localeCompare(b)),
    ['forwarded to the backend', backend.received()],
    ['of these, should have been rejected or rewritten', backend.violations.length],
    ['warnings and errors in the log', host.warnings.length],
    ['resident memory at each quarter and at the end, MiB', memory.join(', ')],
    ['status of the page afterwards', page.status],
    ['exit code', String(exitCode)],
  ]);
  for (const line of [...backend.violations, ...host.warnings].slice(0, 10)) console.log(line);
  const [, , atThreeQuarters = 0, , atEnd = 0] = memory;
  const hasGrown = atEnd > atThreeQuarters * 1.15;
  if (hasGrown) console.log('Memory grew in the last quarter.');
  const problemCount = failures.length + backend.violations.length + host.warnings.length;
  if (problemCount > 0 || hasGrown || page.status !== 200 || exitCode !== 0) process.exitCode = 1;
}

/** The host must respond with a status from 200 to 599 or close, log no error and not exit. */
async function sendMalformedResponses(total: number, seed: number): Promise<void> {
  let host: HostProcess | undefined;
  const start = performance.now();
  const outcomes = await fuzzResponses({
    total,
    seed,
    connectionCount,
    async startHost(backendUrl) {
      const env = {
        BACKEND_URL: backendUrl,
        PORT: '0',
        PROXY_TIMEOUT_MS: '200',
        NODE_OPTIONS: '--max-old-space-size=256',
      };
      host = await startHostProcess(env);
      return host.port;
    },
  });
  const seconds = (performance.now() - start) / 1000;
  if (!host) throw new Error('The host did not start.');
  const page = await fetch(`http://127.0.0.1:${host.port}/app/subscriber-feedback/`).catch(
    () => {},
  );
  const memory = page ? await host.readResidentMemory() : 0;
  host.stop();
  const exitCode = await host.exited;

  const errors = host.warnings.filter((line) => JSON.parse(line).level !== 'warn');
  const failures = [...outcomes.keys()].filter(
    (key) => key === 'timed out' || Number(key) < 200 || Number(key) > 599,
  );
  printTable(`${total} responses with seed ${seed} in ${seconds.toFixed(0)} s`, [
    ...[...outcomes].sort(([a], [b]) => a.localeCompare(b)),
    ['failed calls in the log', host.warnings.length - errors.length],
    ['errors in the log', errors.length],
    ['resident memory at the end, MiB', memory],
    ['status of the page afterwards', page?.status ?? 'none'],
    ['exit code', String(exitCode)],
  ]);
  for (const line of errors.slice(0, 10)) console.log(line);
  const problemCount = failures.length + errors.length;
  if (problemCount > 0 || page?.status !== 200 || exitCode !== 0) process.exitCode = 1;
}
