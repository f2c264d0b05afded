import { startBuiltHost } from '../processes/startBuiltHost.ts';
import { cores, type Server } from '../processes/startServer.ts';
import { withResources } from '../processes/withResources.ts';
import type { RoundOptions } from './measureRates.ts';
import { compare, median, type Row } from './report.ts';
import { startPeer } from './servers.ts';

/** Measures the time to the first response with 200, and the memory in use after it. */
export function measureStart({ rounds }: RoundOptions): Promise<Row[]> {
  return withResources(async (_use, directory) => {
    const ours = createSamples(() => startBuiltHost({ directory, core: cores.server }));
    const express = createSamples(() => startPeer('bareExpress'));
    for (let round = 0; round < rounds; round++) {
      await ours.take();
      await express.take();
    }
    return [
      ...compare('start to the first 200, ms', median(ours.startTimes), [
        { name: 'bare Express', value: median(express.startTimes) },
      ]),
      ...compare('resident memory after the start, MiB', median(ours.memory), [
        { name: 'bare Express', value: median(express.memory) },
      ]),
    ];
  });
}

function createSamples(start: () => Promise<Server>) {
  const startTimes: number[] = [];
  const memory: number[] = [];
  return {
    startTimes,
    memory,
    async take(): Promise<void> {
      const server = await start();
      startTimes.push(server.startMs);
      memory.push(await server.readMemory());
      await server.close();
    },
  };
}
