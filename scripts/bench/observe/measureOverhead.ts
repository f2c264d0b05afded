import { driveLoad, type LoadRequest } from '../processes/driveLoad.ts';
import { cores, startServer } from '../processes/startServer.ts';
import { median } from '../speed/report.ts';
import { startPeer } from '../speed/servers.ts';
import { submission } from '../submission.ts';

const requests: Readonly<Record<string, LoadRequest>> = {
  getBrief: { method: 'GET', path: '/rest/subscriber-feedback/briefs/daily-harvest' },
  submitFeedback: {
    method: 'POST',
    path: '/rest/subscriber-feedback/form-submit',
    body: submission,
  },
};

const rounds = 5;

/**
 * Measures one connection and then 32, with and without the observer in turns. Returns the rows of a table: the
 * medians of all rounds.
 */
export async function measureOverhead(seconds: number): Promise<[label: string, value: string][]> {
  const backend = await startPeer('brief', { core: cores.load });
  const observer = await startServer({
    command: (port) => [
      ...[process.execPath, '--import', './scripts/command/preload.js', 'scripts/observe.ts'],
      ...[backend.url, '--port', String(port)],
    ],
  });
  try {
    const rows: [string, string][] = [];
    for (const [name, request] of Object.entries(requests)) {
      for (const connections of [1, 32]) {
        const { direct, observed } = await measure(request, connections);
        rows.push([`${name}, connections: ${connections}`, compare(direct, observed)]);
      }
    }
    return [...rows, ['memory of the observer', `${await observer.readMemory()} MiB`]];
  } finally {
    await observer.close();
    await backend.close();
  }

  async function measure(request: LoadRequest, connections: number) {
    const load = ({ url }: { url: string }) =>
      driveLoad(Number(new URL(url).port), request, seconds, connections);
    await load(observer);
    const direct: Load[] = [];
    const observed: Load[] = [];
    for (let round = 0; round < rounds; round += 1) {
      direct.push(await load(backend));
      observed.push(await load(observer));
    }
    return { direct, observed };
  }
}

type Load = Awaited<ReturnType<typeof driveLoad>>;

function compare(direct: readonly Load[], observed: readonly Load[]): string {
  const of = (loads: readonly Load[], value: (load: Load) => number) => median(loads.map(value));
  const latency = (name: 'p50' | 'p99') => {
    const [without, withObserver] = [
      of(direct, (load) => load[name]),
      of(observed, (load) => load[name]),
    ];
    return `${name} +${(withObserver - without).toFixed(2)} ms (${without.toFixed(2)} to ${withObserver.toFixed(2)})`;
  };
  const [without, withObserver] = [
    of(direct, ({ rate }) => rate),
    of(observed, ({ rate }) => rate),
  ];
  return `${latency('p50')}, ${latency('p99')}, ${Math.round(without)} to ${Math.round(withObserver)} requests/s`;
}
