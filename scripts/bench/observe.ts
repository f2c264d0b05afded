import { printTable } from '../command/printTable.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { faults } from '../independent-backend/faults.ts';
import { faultOptions, faultUsage, selectFaults } from './faults/faultOptions.ts';
import { conformingForms } from './faults/independentBackends.ts';
import { printMatrix } from './faults/printMatrix.ts';
import {
  type ObserverOutcome,
  observeConforming,
  observeFaults,
} from './observe/measureObserver.ts';
import { measureOverhead } from './observe/measureOverhead.ts';

const usage = `Usage: npm run bench -- observe [options]

Sends a day of ordinary traffic, the same requests each time, through the observer to an independent backend:
in ${conformingForms.length} forms that conform to the contract, where no violation must be reported, and with each of its
${faults.length} faults. A fault is shown if a response differs from that without the fault, and seen if the observer
reports a violation for its operation. Then measures what the observer adds to a request.

Options:
${faultUsage}
  --list              also print each fault and the violation that is reported
  --ignore-single-use the option of the observer; one conforming form is then reported
  --seconds N         duration of each load (default: 1)
  -h, --help          show this help`;

const options = {
  ...faultOptions,
  list: { type: 'boolean' },
  seconds: { type: 'string' },
  'ignore-single-use': { type: 'boolean' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, async ({ values }) => {
    const { selected, parallel } = selectFaults(values);
    const loadSeconds = readNumber('--seconds', values.seconds, 1);
    const observer = { ignoreSingleUse: values['ignore-single-use'] ?? false };
    const conforming = await observeConforming(observer);
    const [correct = { violations: [], received: [] }] = conforming.values();
    const started = performance.now();
    const outcomes = await observeFaults(selected, { correct, parallel, observer });
    const seconds = (performance.now() - started) / 1000;

    printTable(
      `Violations reported for conforming backends, in ${correct.received.length} requests`,
      [...conforming].map(([name, { violations }]) => [name, violations.length]),
    );
    for (const [name, { violations }] of conforming) {
      for (const violation of new Set(violations)) console.log(`FALSE  ${name}: ${violation}`);
    }
    if (values.list) for (const outcome of outcomes) console.log(describe(outcome));
    printMatrix('Faults seen by the observer / shown by the traffic / all', outcomes, [
      ({ seenBy }) => seenBy !== undefined,
      ({ seenBy, shownBy }) => (seenBy ?? shownBy) !== undefined,
    ]);
    console.log(`Mean of a run: ${(seconds / Math.max(outcomes.length, 1)).toFixed(2)} s`);
    printTable('Without the observer and with it', await measureOverhead(loadSeconds));
    process.exitCode = [...conforming.values()].every(({ violations }) => violations.length === 0)
      ? 0
      : 1;
  });
}

function describe({ fault, seenBy, shownBy }: ObserverOutcome): string {
  const { operation, kind, name, wrong } = fault;
  const result = seenBy ? 'seen  ' : shownBy ? 'MISSED' : 'hidden';
  const evidence = seenBy ?? (shownBy && JSON.stringify(shownBy).slice(0, 200));
  return `${result} ${operation} ${kind} ${name}: ${wrong}${evidence ? `\n         ${evidence}` : ''}`;
}
