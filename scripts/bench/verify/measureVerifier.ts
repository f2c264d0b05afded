import type { Contract } from '../../../mock-api/contract/contract.ts';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import type { Fault } from '../../independent-backend/faults/fault.ts';
import type { OperationId } from '../../independent-backend/operations.ts';
import { startIndependentBackend } from '../../independent-backend/startIndependentBackend.ts';
import { knownBriefId, knownUser } from '../../independent-backend/world.ts';
import { parseOptions } from '../../verify/options.ts';
import type { TestCase } from '../../verify/plan/testCase.ts';
import { type Report, uniqueFailures } from '../../verify/report/report.ts';
import { verify } from '../../verify/verify.ts';

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

/** What is wrong with a session may be seen in any operation that uses it. */
const staffOperations: readonly OperationId[] = ['signIn', 'signOut', 'getCurrentUser'];

/** Runs the verifier against the backend without a fault and with each of the faults. */
export async function measureVerifier(faults: readonly Fault[], parallel: number) {
  const contract = await loadContract('openapi.yaml');
  const reference = summarize(await verifyBackend(contract));
  const outcomes: Outcome[] = [];
  const waiting = faults.map((fault, index) => ({ fault, index }));
  let doneCount = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const report = await verifyBackend(contract, next.fault);
      const seenBy = findEvidence(report, next.fault, reference.failures);
      outcomes[next.index] = { fault: next.fault, report: summarize(report), seenBy };
      doneCount += 1;
      if (doneCount % 50 === 0) console.error(`${doneCount} of ${faults.length} faults`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { reference, outcomes };
}

export async function startScaled(fault?: Fault) {
  return startIndependentBackend({
    ...(fault && { fault }),
    pause: (ms) => wait(ms >= 1000 ? ms * timeScale : ms),
  });
}

async function verifyBackend(contract: Contract, fault?: Fault): Promise<Report> {
  const backend = await startScaled(fault);
  try {
    return await verifyUrl(contract, backend.url);
  } finally {
    await backend.close();
  }
}

export function verifyUrl(contract: Contract, url: string): Promise<Report> {
  const options = parseOptions([url, ...verifyArguments], credentials);
  if (!options) throw new Error('Unexpected --help.');
  return verify(contract, options);
}

/**
 * Finds a violation in the right operation whose case is described in words that no other request has.
 * @param known the violations that are also reported without a fault
 */
function findEvidence(
  report: Report,
  { operation, kind }: Fault,
  known: readonly string[],
): string | undefined {
  const operations =
    kind === 'session' && staffOperations.includes(operation) ? staffOperations : [operation];
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

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // A request that is never answered must not keep the process running.
    if (Number.isFinite(ms)) setTimeout(resolve, ms).unref();
  });
}
