import { availableParallelism, cpus } from 'node:os';
import { OptionError } from '../command/OptionError.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { canPin } from './processes/startServer.ts';
import { measureLighthouse } from './speed/measureLighthouse.ts';
import type { RoundOptions } from './speed/measureRates.ts';
import { measureDocument, measureProxy, measureScript } from './speed/measureServers.ts';
import { measureStart } from './speed/measureStart.ts';
import { measureVisit } from './speed/measureVisit.ts';
import { formatTable, type Row } from './speed/report.ts';

/** By name for `--only`, in the order of the table. */
const parts: Record<string, (options: RoundOptions) => Promise<Row[]>> = {
  document: measureDocument,
  proxy: measureProxy,
  script: measureScript,
  start: measureStart,
  visit: measureVisit,
  lighthouse: measureLighthouse,
};

const allParts = Object.keys(parts).join(',');

const usage = `Usage: npm run bench -- speed [options]

Compares the built host and the page with bare Node.js, usual Express apps and a page without a
script, and prints the table of docs/performance.md. A missed goal is printed and is not an error. \`wrk\` must
be on the PATH.

Options:
  --only PARTS     some of ${allParts}
  --rounds N       rounds, of which the median counts (default: 5)
  --seconds S      duration of a round (default: 5)
  -h, --help       show this help`;

const options = {
  only: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values: { only = allParts, rounds, seconds } }) =>
    measure(only, {
      rounds: readNumber('--rounds', rounds, 5),
      seconds: readNumber('--seconds', seconds, 5),
    }),
  );
}

/** A part that fails does not stop the others. */
async function measure(only: string, options: RoundOptions): Promise<void> {
  const selected = only.split(',').map((name) => {
    const measurePart = parts[name];
    if (measurePart) return { name, measurePart };
    throw new OptionError(`--only: expected names from ${allParts}, got "${name}"`);
  });
  const { buildRelease } = await import('../build/buildRelease.ts');
  await buildRelease();
  const rows: Row[] = [];
  for (const { name, measurePart } of selected) {
    console.log(`Measuring ${name} …`);
    try {
      rows.push(...(await measurePart(options)));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
  console.log(`\n${describeConditions(options)}\n\n${formatTable(rows)}`);
}

function describeConditions({ rounds, seconds }: RoundOptions): string {
  return [
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`,
    `Node.js ${process.versions.node}`,
    'load from wrk with 32 connections',
    canPin ? 'server and load each pinned to a core' : 'not pinned to cores',
    `median of ${rounds} rounds of ${seconds} s`,
  ].join('; ');
}
