import { availableParallelism, cpus } from 'node:os';
import { formatTable, type Row } from './bench/formatTable.ts';
import { OptionError } from './command/OptionError.ts';
import { readNumber } from './command/readOption.ts';
import { runCommand } from './command/runCommand.ts';

/** The parts of the benchmark, in the order of the table. */
const parts = ['document', 'brief', 'visit'] as const;
const allParts = parts.join(',');

const usage = `Usage: npm run bench "--" speed [options]

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
  const selected = (values.only ?? allParts).split(',').map((name) => {
    const part = parts.find((one) => one === name);
    if (part) return part;

    throw new OptionError(`--only: expected names from ${allParts}, got "${name}"`);
  });

  // Loaded last, so that the help and errors of options appear at once.
  const { buildRelease } = await import('./build/buildRelease.ts');
  const { measureBrief, measureDocument } = await import('./bench/measureRates.ts');
  const { measureVisit } = await import('./bench/measureVisit.ts');
  await buildRelease();

  const measures = { document: measureDocument, brief: measureBrief, visit: measureVisit };
  const rows: Row[] = [];
  for (const part of selected) rows.push(...(await measures[part]({ rounds, seconds })));
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  console.log(`\n${machine}; Node.js ${process.versions.node}`);
  console.log(`median of ${rounds} rounds of ${seconds} s\n\n${formatTable(rows)}`);
});
