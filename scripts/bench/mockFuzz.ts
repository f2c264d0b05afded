import { parseArgs } from 'node:util';
import { startMock } from '../../mock-api/startMock.ts';
import { printTable } from './printTable.ts';
import { tormentMock } from './tormentMock.ts';

/**
 * Sends malformed requests to the mock: it does not crash, gives no 5xx that nobody asked for, and
 * its journal stays whole.
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
  const memory = () => Math.round(process.memoryUsage.rss() / 2 ** 20);
  const before = memory();
  const started = performance.now();
  const total = Number(values.requests);
  const torment = await tormentMock(mock, { total, seed: Number(values.seed) });
  const seconds = (performance.now() - started) / 1000;
  const { endings, recorded, unforeseen, unrecorded, damaged } = torment;
  const brief = await fetch(`${mock.url}/rest/subscriber-feedback/briefs/daily-harvest`);
  await mock.close();

  printTable(`${total} malformed requests with seed ${values.seed} in ${seconds.toFixed(0)} s`, [
    ...[...endings].sort(([a], [b]) => a.localeCompare(b)),
    ['in the journal', recorded],
    ['of these damaged', damaged],
    ['5xx that nobody asked for', unforeseen.length],
    ['of these from its own pages', unrecorded],
    ['a brief afterwards', brief.status],
    ['resident memory before and after, MiB', `${before}, ${memory()}`],
  ]);
  for (const entry of unforeseen.slice(0, 5)) console.log(JSON.stringify(entry));
  const hung = endings.get('hung') ?? 0;
  const faults = hung + damaged + unforeseen.length + Math.abs(unrecorded);
  if (faults > 0 || brief.status !== 200) process.exitCode = 1;
}
