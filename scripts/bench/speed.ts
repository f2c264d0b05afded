import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../build/paths.ts';
import { OptionError } from '../command/OptionError.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { buildProduct } from './buildProduct.ts';
import type { RoundOptions } from './speed/load/measureRates.ts';
import { columnTitles, createRows, type Measurement, type Row } from './speed/measurement.ts';
import { profileTables } from './speed/profile/profileTables.ts';
import { createPage, describeRun, formatTable } from './speed/report.ts';
import { measureDocument } from './speed/rows/measureDocument.ts';
import { measureLighthouse } from './speed/rows/measureLighthouse.ts';
import { measureProxy } from './speed/rows/measureProxy.ts';
import { measureScript } from './speed/rows/measureScript.ts';
import { measureStart } from './speed/rows/measureStart.ts';
import { measureTransfer } from './speed/rows/measureTransfer.ts';
import { measureVisits } from './speed/rows/measureVisits.ts';

/** By name for `--only`, in the order of the table. */
const parts: Record<string, (options: RoundOptions) => Promise<Measurement[]>> = {
  document: measureDocument,
  proxy: measureProxy,
  script: measureScript,
  start: measureStart,
  transfer: measureTransfer,
  visit: measureVisits,
  lighthouse: measureLighthouse,
};

const allParts = Object.keys(parts).join(',');

const usage = `Usage: npm run bench -- speed [options]

Compares the built host and the page with bare Node.js, usual Express apps, nginx and a page without a
script. A missed goal is printed and is not an error.

Options:
  --only PARTS     some of ${allParts}
  --rounds N       rounds, of which the median counts (default: 5)
  --seconds S      duration of a round (default: 5)
  --per-cpu        requests per second of the server's CPU time, for a busy machine
  --profile        where the servers spend their time for a request, instead of the figures
  --write          write docs/performance.md, which needs all parts, with the profile
  -h, --help       show this help`;

const options = {
  only: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  'per-cpu': { type: 'boolean' },
  write: { type: 'boolean' },
  profile: { type: 'boolean' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values }) => {
    const { only = allParts, write = false } = values;
    if (write && only !== allParts) {
      throw new OptionError('--write: expected all parts, got --only as well');
    }
    const rounds = {
      rounds: readNumber('--rounds', values.rounds, 5),
      seconds: readNumber('--seconds', values.seconds, 5),
      isPerCpuSecond: values['per-cpu'] ?? false,
    };
    return values.profile ? profile(rounds) : measure(only, rounds, write);
  });
}

async function profile({ seconds }: RoundOptions): Promise<void> {
  await buildProduct();
  for (const table of await profileTables(seconds)) console.log(`\n${formatTable(table)}`);
}

/** A part that fails does not stop the others. */
async function measure(only: string, options: RoundOptions, write: boolean): Promise<void> {
  const selected = only.split(',').map((name) => {
    const measurePart = parts[name];
    if (measurePart) return { name, measurePart };
    throw new OptionError(`--only: expected names from ${allParts}, got "${name}"`);
  });
  await buildProduct();
  const rows: Row[] = [];
  for (const { name, measurePart } of selected) {
    console.log(`Measuring ${name} …`);
    try {
      rows.push(...(await measurePart(options)).flatMap(createRows));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
  const figures = { titles: columnTitles, rows };
  const conditions = describeRun(options);
  console.log(`\n${conditions}\n\n${formatTable(figures)}`);
  if (write && process.exitCode !== 1) {
    const page = createPage(figures, await profileTables(options.seconds), conditions);
    writeFileSync(join(projectDirectory, 'docs/performance.md'), page);
  }
}
