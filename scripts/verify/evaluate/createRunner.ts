import type { CheckName } from '../checks/checks.ts';
import { groupCases, skipCase } from '../phases/selectCases.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { SkippedCase, TestCase } from '../plan/testCase.ts';
import { createClientSession } from '../send/clientSession.ts';
import type { SecretMask } from '../send/secretMask.ts';
import type { Sender } from '../send/sender.ts';
import { type HttpResponse, type SendResult, statusOf } from '../send/sendRequest.ts';
import type { CaseResult, CheckFailure } from './caseResult.ts';
import type { Evaluate } from './evaluator.ts';

export interface RunnerOptions {
  sender: Sender;
  evaluate: Evaluate;
  secrets: SecretMask;
  /** Cases are skipped once it is aborted. */
  signal: AbortSignal | undefined;
  /** How many independent cases are sent at the same time. */
  workers: number;
  onProgress(sentCount: number): void;
}

export type Runner = ReturnType<typeof createRunner>;

/** Creates the functions that send test cases, evaluate their responses and keep what a report needs. */
export function createRunner(options: RunnerOptions) {
  const { sender, evaluate, secrets, signal, workers, onProgress } = options;
  const results: CaseResult[] = [];
  const skipped: SkippedCase[] = [];
  const skip = (skippedCase: SkippedCase) => void skipped.push(skippedCase);
  return { results, skipped, run, runAll, skip };

  /** Undefined if the case was skipped. */
  async function run(testCase: TestCase, session?: SentHeaders): Promise<SendResult | undefined> {
    const result = await send(testCase, session);
    if (!result) return undefined;
    results.push(result);
    if (testCase.kind === 'valid data' && isWorthNarrowing(result)) {
      const isNarrowed = await runParts(testCase.parts ?? [], result, session);
      if (isNarrowed) replace(result, { ...result, status: 'inconclusive', failures: [] });
    }
    onProgress(results.length);
    return result.result;
  }

  /** Runs cases in turn if there is one worker, and concurrent repetitions at the same time. */
  async function runAll(testCases: Iterable<TestCase>, session?: SentHeaders) {
    const units = groupCases(testCases);
    // A long unit that begins last would keep one worker busy and the others idle.
    if (workers > 1) units.sort((a, b) => b.length - a.length);
    const work = async () => {
      for (let unit = units.shift(); unit; unit = units.shift()) await runUnit(unit, session);
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  async function runUnit(unit: readonly TestCase[], session?: SentHeaders) {
    if (unit[0]?.repetition?.isConcurrent) {
      await sender.reserve(unit.length);
      await Promise.all(unit.map((testCase) => run(testCase, session)));
    } else {
      for (const testCase of unit) await run(testCase, session);
    }
  }

  /**
   * Not if the base request fails in the same way, and not for a malformed response that was seen before:
   * it rarely depends on what the request contains.
   */
  function isWorthNarrowing(result: CaseResult): boolean {
    const { testCase, failures } = result;
    if (failures.length === 0) return false;
    const [base, ...others] = results.filter(
      (each) => each !== result && each.testCase.operation === testCase.operation,
    );
    const inBase = new Set(base?.failures.map(keyOf));
    const before = new Set(others.flatMap((other) => other.failures.map(keyOf)));
    return failures.some((failure) => {
      const key = keyOf(failure);
      return !inBase.has(key) && (causedByRequest.has(failure.check) || !before.has(key));
    });
  }

  /** Whether a part failed, or may be rejected with the same status: the whole then needs no report. */
  async function runParts(parts: readonly TestCase[], whole: CaseResult, session?: SentHeaders) {
    const firstNew = results.length;
    for (const part of parts) await run(part, session);
    return results
      .slice(firstNew)
      .some(
        ({ status, testCase, result }) =>
          status === 'failed' ||
          (testCase.toleratedStatuses?.includes(statusOf(result)) &&
            statusOf(result) === statusOf(whole.result)),
      );
  }

  /** Sends a case without adding its result. */
  async function send(
    testCase: TestCase,
    session: SentHeaders | undefined,
  ): Promise<CaseResult | undefined> {
    if (signal?.aborted) return void skip(skipCase(testCase, 'the run was interrupted'));
    const sent = await sender.send(testCase, session);
    if (sent.kind === 'skipped') return void skip(skipCase(testCase, sent.reason));
    if (sent.result.kind === 'response') {
      for (const secret of sessionSecrets(sent.result)) secrets.add(secret);
    }
    const { failures, ...evaluation } = evaluate(sent);
    return {
      testCase,
      result: sent.result,
      ...evaluation,
      failures: failures.map((failure) => ({
        ...failure,
        received: secrets.mask(failure.received),
      })),
      curl: () => secrets.maskCommand(sent.curl()),
    };
  }

  function replace(before: CaseResult, after: CaseResult) {
    results[results.indexOf(before)] = after;
  }
}

/** The checks that depend on what a request contains. */
const causedByRequest: ReadonlySet<CheckName> = new Set([
  'response_received',
  'not_a_server_error',
  'status_code_conformance',
  'positive_data_acceptance',
  'negative_data_rejection',
]);

/** Shorter values are no session ids, and occur in other words. */
const minSecretLength = 8;

function sessionSecrets(response: HttpResponse): string[] {
  const session = createClientSession();
  session.store(response);
  return session.secrets().filter(({ length }) => length >= minSecretLength);
}

function keyOf({ check, message }: CheckFailure): string {
  return `${check} ${message}`;
}
