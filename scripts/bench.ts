import { OptionError } from './command/OptionError.ts';
import { runCommand } from './command/runCommand.ts';

interface Bench {
  /** Prints the results. */
  run(args: string[]): Promise<void>;
}

/** The benchmarks by their names on the command line. Arguments after the name are passed on. */
const benches = new Map<string, () => Promise<Bench>>([
  ['attack', () => import('./bench/attack.ts')],
  ['speed', () => import('./bench/speed.ts')],
]);
const names = [...benches.keys()].join(', ');

const usage = `Usage: npm run bench -- NAME [options]

Runs a benchmark or a long-running test. NAME is one of ${names}.
npm run bench -- NAME --help shows its options.

Options:
  -h, --help    show this help`;

const [name = '', ...benchArgs] = process.argv.slice(2);
const load = benches.get(name);
if (load) {
  const bench = await load();
  await bench.run(benchArgs);
} else {
  await runCommand({ usage, positionals: ['NAME'] }, async () => {
    const given = name === '' ? 'none' : `"${name}"`;
    throw new OptionError(`NAME: expected one of ${names}, got ${given}`);
  });
}
