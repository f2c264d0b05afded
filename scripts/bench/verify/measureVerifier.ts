import type { Contract } from '../../../mock-api/contract/contract.ts';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import { knownBriefId, knownUser } from '../../independent-backend/backendState.ts';
import type { Fault } from '../../independent-backend/faults/fault.ts';
import type { OperationId } from '../../independent-backend/operations.ts';
import type { BackendOptions } from '../../independent-backend/startIndependentBackend.ts';
import { parseOptions } from '../../verify/options.ts';
import type { TestCase } from '../../verify/plan/testCase.ts';
import { type Report, uniqueFailures } from '../../verify/report/report.ts';
import { verify } from '../../verify/verify.ts';
import {
  conformingForms,
  measureEach,
  operationsOf,
  startBackend,
} from '../faults/independentBackends.ts';

export interface RunSummary {
  /** `operation: check: message (case)`, one for each case that failed. */
  failures: string[];
  requestCount: number;
  seconds: number;
}

export interface Outcome {
  fault: Fault;
  report: RunSummary;
  /** The violation that shows the fault; undefined if none does. */
  seenBy: string | undefined;
}

/** Time runs faster than for a user: the verifier's limit of 10 s is 2 s, and all pauses are as much shorter. */
const timeScale = 1 / 5;
const timeout = String(10 * timeScale);

const verifyArguments = [
  ...['--allow-writes', '--max-writes', '1000', '--rate', '100000'],
  ...['--brief', knownBriefId, '--timeout', timeout],
];
const credentials = { VERIFY_USER: knownUser.username, VERIFY_PASSWORD: knownUser.password };

/** Runs the verifier against conforming backends, the plain one first. Resolves to the runs by name. */
export async function measureConforming(): Promise<Map<string, RunSummary>> {
  const contract = await loadContract('openapi.yaml');
  const runs = new Map<string, RunSummary>();
  for (const { name, ...change } of conformingForms) {
    runs.set(name, summarize(await verifyBackend(contract, change)));
  }
  return runs;
}

/**
 * Runs the verifier against the backend with each of the faults.
 * @param known the violations that are also reported without a fault
 */
export async function measureFaults(
  faults: readonly Fault[],
  { known, parallel }: { known: readonly string[]; parallel: number },
): Promise<Outcome[]> {
  const contract = await loadContract('openapi.yaml');
  return measureEach(faults, parallel, async (fault) => {
    const report = await verifyBackend(contract, fault);
    return { fault, report: summarize(report), seenBy: findEvidence(report, fault, known) };
  });
}

/** Starts the backend with the given change, and with pauses that fit the verifier's timeout. */
export function startScaled(change?: BackendOptions['change']) {
  return startBackend(change, timeScale);
}

async function verifyBackend(
  contract: Contract,
  change: BackendOptions['change'],
): Promise<Report> {
  const backend = await startScaled(change);
  try {
    return await verifyUrl(contract, backend.url);
  } finally {
    await backend.close();
  }
}

export function verifyUrl(
  contract: Contract,
  url: string,
  args: readonly string[] = [],
): Promise<Report> {
  const options = parseOptions([url, ...verifyArguments, ...args], credentials);
  if (!options) throw new Error('Unexpected --help.');
  return verify(contract, options);
}

/**
 * Finds a violation in the right operation whose case is described in words that no other request has.
 * @param known the violations that are also reported without a fault
 */
function findEvidence(report: Report, fault: Fault, known: readonly string[]): string | undefined {
  const operations = operationsOf(fault);
  const requests = new Map<string, Set<string>>();
  for (const { testCase } of report.results) {
    const { method, target, headers, body } = testCase.request;
    const request = JSON.stringify([method, target, headers, String(body)]);
    requests.set(nameOf(testCase), (requests.get(nameOf(testCase)) ?? new Set()).add(request));
  }
  return uniqueFailures(report)
    .filter((failure) => operations.includes(failure.operation as OperationId))
    .flatMap(({ result, others, check, message }) =>
      [result, ...others]
        .filter(({ testCase }) => requests.get(nameOf(testCase))?.size === 1)
        .map(({ testCase }) => describe(testCase, check, message)),
    )
    .find((description) => !known.includes(description));
}

function nameOf({ operation, description }: TestCase): string {
  return `${operation.id}: ${description}`;
}

function describe(testCase: TestCase, check: string, message: string): string {
  return `${testCase.operation.id}: ${check}: ${message} (${testCase.description})`;
}

function summarize(report: Report): RunSummary {
  return {
    failures: uniqueFailures(report).flatMap(({ check, message, result, others }) =>
      [result, ...others].map(({ testCase }) => describe(testCase, check, message)),
    ),
    requestCount: report.results.length,
    seconds: report.durationMs / 1000,
  };
}
