import { printTable } from '../command/printTable.ts';
import { runCommand } from '../command/runCommand.ts';
import { faults } from '../independent-backend/faults.ts';
import { faultOptions, faultUsage, selectFaults } from './faults/faultOptions.ts';
import { conformingForms } from './faults/independentBackends.ts';
import { printMatrix } from './faults/printMatrix.ts';
import { comparePeers } from './verify/comparePeers.ts';
import {
  measureConforming,
  measureFaults,
  type Outcome,
  type RunSummary,
} from './verify/measureVerifier.ts';

const usage = `Usage: npm run bench -- verify [options]

Runs the verifier against an independent backend: in ${conformingForms.length} forms that conform to the contract, where no
violation must be reported, and with each of its ${faults.length} faults. A fault is seen if a violation is
reported for its operation, in a case that is described in words that no other request has.

Options:
${faultUsage}
  --peers             also run Redocly's respect, Prism's proxy and, if installed, Schemathesis
  --list              also print each fault and the violation that is reported
  -h, --help          show this help`;

const options = {
  ...faultOptions,
  peers: { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, async ({ values }) => {
    const { selected, parallel } = selectFaults(values);
    const conforming = await measureConforming();
    const known = [...conforming.values()][0]?.failures ?? [];
    const outcomes = await measureFaults(selected, { known, parallel });

    printTable(
      'Violations reported for conforming backends',
      [...conforming].map(([name, { failures, requestCount, seconds }]) => [
        name,
        `${failures.length} in ${requestCount} requests, ${seconds.toFixed(1)} s`,
      ]),
    );
    if (values.list) listOutcomes(conforming, outcomes, known);
    printMatrix('Faults seen by the verifier', outcomes, [({ seenBy }) => seenBy !== undefined]);
    const mean = (value: (outcome: (typeof outcomes)[number]) => number) =>
      outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / Math.max(outcomes.length, 1);
    console.log(
      `Mean of a run: ${mean(({ report }) => report.requestCount).toFixed(0)} requests, ${mean(({ report }) => report.seconds).toFixed(1)} s`,
    );
    if (values.peers) await comparePeers(selected, outcomes);
    process.exitCode = [...conforming.values()].every(({ failures }) => failures.length === 0)
      ? 0
      : 1;
  });
}

/** Prints the violations of conforming backends, and each fault with the violation that shows it. */
function listOutcomes(
  conforming: ReadonlyMap<string, RunSummary>,
  outcomes: readonly Outcome[],
  known: readonly string[],
): void {
  for (const [name, { failures }] of conforming) {
    for (const failure of failures.slice(0, 5)) console.log(`FALSE  ${name}: ${failure}`);
  }
  for (const { fault, report, seenBy } of outcomes) {
    const { operation, kind, name, wrong } = fault;
    const other = report.failures.find((failure) => !known.includes(failure));
    console.log(`${seenBy ? 'seen  ' : 'MISSED'} ${operation} ${kind} ${name}: ${wrong}`);
    console.log(`         ${seenBy ?? (other ? `not counted: ${other}` : 'nothing reported')}`);
  }
}
