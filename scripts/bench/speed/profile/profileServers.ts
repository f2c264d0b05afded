import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateLoad } from '../load/generateLoad.ts';
import type { Target } from '../load/measureRates.ts';
import type { NodeOptions } from '../load/startServer.ts';
import { type Defer, withCleanup } from '../withCleanup.ts';
import { monotonicTime, type Period, readCpuTimes } from './readCpuTimes.ts';

/** Writes the profile on SIGTERM, which otherwise ends a process without it. */
const exitOnSignal = `data:text/javascript,process.once('SIGTERM',()=>process.exit())`;

/** In microseconds of CPU time for each request, by the part of the program. */
export type Profile = ReadonlyMap<string, number>;

/**
 * Loads servers one after the other and profiles each.
 * @returns the profile by the name of the server
 */
export async function profileServers<Name extends string>(
  start: (
    defer: Defer,
    nodeOptions: NodeOptions<Name>,
  ) => Promise<{ targets: Record<Name, Target> }>,
  seconds: number,
): Promise<Record<Name, Profile>> {
  const directory = mkdtempSync(join(tmpdir(), 'speed-profile-'));
  const loads: { name: string; count: number; period: Period }[] = [];
  try {
    // A server writes its profile when it stops.
    await withCleanup(async (defer) => {
      const { targets } = await start(defer, (name) => [
        `--import=${exitOnSignal}`,
        '--cpu-prof',
        `--cpu-prof-name=${name}`,
        `--cpu-prof-dir=${directory}`,
      ]);
      for (const [name, { url }] of Object.entries<Target>(targets)) {
        await generateLoad(url, 1);
        const from = monotonicTime();
        const { count } = await generateLoad(url, seconds);
        loads.push({ name, count, period: { from, to: monotonicTime() } });
      }
    });
    const profiles = loads.map(({ name, count, period }) => {
      const times = readCpuTimes(join(directory, name), period);
      return [name, new Map([...times].map(([part, time]) => [part, time / count]))];
    });
    return Object.fromEntries(profiles) as Record<Name, Profile>;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
