import { availableParallelism, cpus } from 'node:os';
import { formatTable, type Row } from './bench/formatTable.ts';
import { measureBrief, measureDocument, type RoundOptions } from './bench/measureRates.ts';
import { measureVisit } from './bench/measureVisit.ts';
import { OptionError } from './command/OptionError.ts';
import { readNumber } from './command/readOption.ts';
import { runCommand } from './command/runCommand.ts';

/** The parts by their names for `--only`, in the order of the table. */
const parts = new Map<string, (options: RoundOptions) => Promise<Row[]>>([
  ['document', measureDocument],
  ['brief', measureBrief],
  ['visit', measureVisit],
]);

const allParts = [...parts.keys()].join(',');

const usage = `Usage: npm run bench -- speed [options]

Measures the built host and the page, and prints the table of docs/performance.md. A missed goal is printed
and is not an error. \`wrk\` and \`taskset\` must be on the PATH.

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

await runCommand({ usage, options, positionals: ['NAME'] }, async ({ values, positionals }) => {
  const [name] = positionals;
  if (name !== 'speed') {
    const given = name === undefined ? 'none' : `"${name}"`;
    throw new OptionError(`NAME: expected speed, got ${given}`);
  }

  const rounds = readNumber('--rounds', values.rounds, 5);
  const seconds = readNumber('--seconds', values.seconds, 5);
  const selected = (values.only ?? allParts).split(',').map((part) => {
    const measure = parts.get(part);
    if (measure) return measure;

    throw new OptionError(`--only: expected names from ${allParts}, got "${part}"`);
  });

  const { buildRelease } = await import('./build/buildRelease.ts');
  await buildRelease();

  const rows: Row[] = [];
  for (const measure of selected) rows.push(...(await measure({ rounds, seconds })));
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  console.log(`\n${machine}; Node.js ${process.versions.node}`);
  console.log(`median of ${rounds} rounds of ${seconds} s\n\n${formatTable(rows)}`);
});
