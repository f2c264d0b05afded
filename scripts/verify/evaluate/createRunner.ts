import type { Operation } from '../../../mock-api/contract/index.ts';
import { isBase } from '../phases/baseCase.ts';
import { groupCases, skipCase } from '../phases/selectCases.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { SkippedCase, TestCase } from '../plan/testCase.ts';
import { createClientSession } from '../send/clientSession.ts';
import type { SecretMask } from '../send/secretMask.ts';
import type { Sender } from '../send/sender.ts';
import { type HttpResponse, type SendResult, statusOf } from '../send/sendRequest.ts';
import { type CaseResult, type CheckFailure, toInconclusive } from './caseResult.ts';
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
  const bases = new Map<Operation, CaseResult>();
  const skipped: SkippedCase[] = [];
  const skip = (skippedCase: SkippedCase) => void skipped.push(skippedCase);
  return { results, skipped, run, runAll, skip };

  /** Undefined if the case was skipped. */
  async function run(testCase: TestCase, session?: SentHeaders): Promise<SendResult | undefined> {
    const [first] = await runWithParts(testCase, session);
    return first?.result;
  }

  /** The results of the case and of the parts that narrow it down; none if the case was skipped. */
  async function runWithParts(testCase: TestCase, session?: SentHeaders): Promise<CaseResult[]> {
    const whole = await send(testCase, session);
    if (!whole) return [];
    results.push(whole);
    if (isBase(testCase)) bases.set(testCase.operation, whole);
    const ofParts: CaseResult[] = [];
    if (testCase.kind === 'valid data' && isWorthNarrowing(whole)) {
      for (const part of testCase.parts ?? []) ofParts.push(...(await runWithParts(part, session)));
    }
    const result = ofParts.some((part) => replaces(part, whole)) ? toInconclusive(whole) : whole;
    results[results.indexOf(whole)] = result;
    onProgress(results.length);
    return [result, ...ofParts];
  }

  /**
   * Runs cases in turn if there is one worker, and concurrent repetitions at the same time. The base requests come
   * first: other results are compared with theirs.
   */
  async function runAll(testCases: readonly TestCase[], session?: SentHeaders) {
    await runUnits(groupCases(testCases.filter(isBase)), session);
    await runUnits(groupCases(testCases.filter((it) => !isBase(it))), session);
  }

  async function runUnits(units: TestCase[][], session?: SentHeaders) {
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

  /** Not if the base request fails in the same way. */
  function isWorthNarrowing({ testCase: { operation }, failures }: CaseResult): boolean {
    const inBase = new Set(bases.get(operation)?.failures.map(keyOf));
    return failures.some((failure) => !inBase.has(keyOf(failure)));
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
    const { failures, ...evaluation } = evaluate(sent, bases.get(testCase.operation));
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
}

/** Whether the report of a part is enough: it failed, or may be rejected with the status of the whole. */
function replaces({ status, testCase, result }: CaseResult, whole: CaseResult) {
  const code = statusOf(result);
  const isRejected = testCase.toleratedStatuses?.includes(code);
  return status === 'failed' || (isRejected && code === statusOf(whole.result));
}

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
