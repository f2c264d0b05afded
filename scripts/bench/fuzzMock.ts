import { startMock } from '../../mock-api/startMock.ts';
import { printTable } from '../command/printTable.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { fuzzMock } from '../fuzz/fuzzMock.ts';

const usage = `Usage: npm run bench -- fuzz-mock [options]

Sends malformed requests to the mock.

Options:
  --requests N    number of requests (default: 10000)
  --seed N        start of the pseudo-random sequence (default: 1)
  -h, --help      show this help`;

const options = {
  requests: { type: 'string' },
  seed: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values }) =>
    sendMalformedRequests({
      requests: readNumber('--requests', values.requests, 10000),
      seed: readNumber('--seed', values.seed, 1, 0),
    }),
  );
}

/**
 * Sends malformed requests to the mock. The mock must not crash, must send no 5xx that neither a
 * scenario nor a `Prefer` header selects, and must record every request in its journal.
 */
async function sendMalformedRequests({
  requests,
  seed,
}: Record<keyof typeof options, number>): Promise<void> {
  const mock = await startMock({ port: 0 });
  const readMemory = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
  const memoryBefore = readMemory();
  const start = performance.now();
  const { outcomes, recordedCount, unexpectedErrors, unrecordedErrorCount, invalidEntryCount } =
    await fuzzMock(mock, { total: requests, seed });
  const seconds = (performance.now() - start) / 1000;
  const brief = await fetch(`${mock.url}/rest/subscriber-feedback/briefs/daily-harvest`);
  await mock.close();

  printTable(`${requests} malformed requests with seed ${seed} in ${seconds.toFixed(0)} s`, [
    ...[...outcomes].sort(([a], [b]) => a.localeCompare(b)),
    ['in the journal', recordedCount],
    ['of these invalid', invalidEntryCount],
    ['unexpected 5xx responses', unexpectedErrors.length],
    ['5xx responses missing from the journal', unrecordedErrorCount],
    ['status of a brief afterwards', brief.status],
    ['resident memory before and after, MiB', `${memoryBefore}, ${readMemory()}`],
  ]);
  for (const entry of unexpectedErrors.slice(0, 5)) console.log(JSON.stringify(entry));
  const problemCount =
    (outcomes.get('timed out') ?? 0) +
    invalidEntryCount +
    unexpectedErrors.length +
    Math.abs(unrecordedErrorCount);
  if (problemCount > 0 || brief.status !== 200) process.exitCode = 1;
}
