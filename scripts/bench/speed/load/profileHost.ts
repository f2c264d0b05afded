import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from '../../../command/printTable.ts';
import { withCleanup } from '../withCleanup.ts';
import { generateLoad } from './generateLoad.ts';
import { startBuiltHost } from './startBuiltHost.ts';
import { cores, startServer } from './startServer.ts';

const listedCount = 15;

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** The ids of the nodes that were running. */
  samples: number[];
  /** In microseconds, before each sample. */
  timeDeltas: number[];
}

/** Prints the functions in which the built host spends most time while it responds to requests for a path. */
export function profileHost(path: string, seconds: number): Promise<void> {
  return withCleanup(async (defer) => {
    const directory = mkdtempSync(join(tmpdir(), 'speed-profile-'));
    defer(() => rmSync(directory, { recursive: true }));
    const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${directory}`];
    const file = join(import.meta.dirname, '../servers/sendBrief.ts');
    const backend = await startServer({ file, core: cores.load });
    defer(backend.stop);
    const host = await startBuiltHost(join(directory, 'host.log'), backend.url, { nodeOptions });
    const { rate } = await generateLoad(host.url + path, seconds).finally(host.stop);
    const profile = readdirSync(directory).find((name) => name.endsWith('.cpuprofile'));
    if (!profile) throw new Error('The host wrote no CPU profile.');
    const shares = findSelfTimes(JSON.parse(readFileSync(join(directory, profile), 'utf8')));
    printTable(
      `Self time of functions at ${Math.round(rate)} requests/s with the profiler: ${path}`,
      shares.slice(0, listedCount).map(([name, share]) => [`${(share * 100).toFixed(1)} %`, name]),
    );
  });
}

/** Returns functions and their share of the time in which the process was not idle, largest first. */
function findSelfTimes({
  nodes,
  samples,
  timeDeltas,
}: CpuProfile): [name: string, share: number][] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const place = url ? ` ${url.split('/').at(-1)}:${lineNumber + 1}` : '';
      return [id, `${functionName || '(anonymous)'}${place}`];
    }),
  );
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? '';
    if (name === '(idle)' || name === '(root)') continue;
    const time = timeDeltas[index] ?? 0;
    total += time;
    times.set(name, (times.get(name) ?? 0) + time);
  }
  return [...times].sort(([, a], [, b]) => b - a).map(([name, time]) => [name, time / total]);
}
