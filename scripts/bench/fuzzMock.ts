import { parseArgs } from 'node:util';
import { startMock } from '../../mock-api/startMock.ts';
import { fuzzMock } from '../fuzz/fuzzMock.ts';
import { printTable } from './printTable.ts';

/**
 * Sends malformed requests to the mock. The mock must not crash, must send no 5xx that neither a
 * scenario nor a `Prefer` header selects, and must record every request in its journal.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const mock = await startMock({ port: 0 });
  const readMemory = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
  const memoryBefore = readMemory();
  const start = performance.now();
  const total = Number(values.requests);
  const { outcomes, recordedCount, unexpectedErrors, unrecordedErrorCount, invalidEntryCount } =
    await fuzzMock(mock, { total, seed: Number(values.seed) });
  const seconds = (performance.now() - start) / 1000;
  const brief = await fetch(`${mock.url}/rest/subscriber-feedback/briefs/daily-harvest`);
  await mock.close();

  printTable(`${total} malformed requests with seed ${values.seed} in ${seconds.toFixed(0)} s`, [
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
