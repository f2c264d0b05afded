import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readResidentMemory } from '../../readResidentMemory.ts';
import type { RoundOptions } from '../load/measureRates.ts';
import { startBuiltHost } from '../load/startBuiltHost.ts';
import { type Server, startServer } from '../load/startServer.ts';
import { type Measurement, median } from '../measurement.ts';
import { withCleanup } from '../withCleanup.ts';

/** Measures the time to the first response with 200, and the memory in use after it. */
export function measureStart({ rounds }: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const directory = mkdtempSync(join(tmpdir(), 'speed-start-'));
    defer(() => rmSync(directory, { recursive: true }));
    const file = join(import.meta.dirname, '../servers/bareExpress.ts');
    const ours = createSamples(() => startBuiltHost(join(directory, 'host.log')));
    const express = createSamples(() => startServer({ file }));
    for (let round = 0; round < rounds; round++) {
      await ours.take();
      await express.take();
    }
    return [
      {
        work: 'start to the first 200, ms',
        value: median(ours.startTimes),
        peers: [{ name: 'bare Express', value: median(express.startTimes) }],
      },
      {
        work: 'resident memory after the start, MiB',
        value: median(ours.memory),
        peers: [{ name: 'bare Express', value: median(express.memory) }],
      },
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
      memory.push(await readResidentMemory(server.pid));
      await server.stop();
    },
  };
}
