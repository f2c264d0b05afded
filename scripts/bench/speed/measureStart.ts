import { startBuiltHost } from '../processes/startBuiltHost.ts';
import { cores, type Server } from '../processes/startServer.ts';
import { withResources } from '../processes/withResources.ts';
import type { RoundOptions } from './measureRates.ts';
import { compare, median, type Row } from './report.ts';
import { startPeer } from './servers.ts';

/** Measures the time to the first response with 200, and the memory in use after it. */
export function measureStart({ rounds }: RoundOptions): Promise<Row[]> {
  return withResources(async (_use, directory) => {
    const ours: Sample[] = [];
    const express: Sample[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await sample(startBuiltHost({ directory, core: cores.server })));
      express.push(await sample(startPeer('bareExpress')));
    }
    const rows = {
      startMs: 'start to the first 200, ms',
      memory: 'resident memory after the start, MiB',
    };
    return (['startMs', 'memory'] as const).flatMap((figure) => {
      const of = (samples: readonly Sample[]) => median(samples.map((it) => it[figure]));
      return compare(rows[figure], of(ours), [{ name: 'bare Express', value: of(express) }]);
    });
  });
}

type Sample = Awaited<ReturnType<typeof sample>>;

async function sample(starting: Promise<Server>) {
  const server = await starting;
  const memory = await server.readMemory();
  await server.close();
  return { startMs: server.startMs, memory };
}
