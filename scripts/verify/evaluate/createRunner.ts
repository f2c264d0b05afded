import type { Operation } from '../../../mock-api/contract/index.ts';
import { isBase } from '../phases/baseCase.ts';
import { groupCases, skipCase } from '../phases/selectCases.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { SkippedCase, TestCase } from '../plan/testCase.ts';
import type { SecretMask } from '../send/secretMask.ts';
import type { Sender } from '../send/sender.ts';
import { isAccepted, isPage, type SendResult, statusOf } from '../send/sendRequest.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import {
  type CaseResult,
  type CheckFailure,
  type OpenResult,
  toInconclusive,
} from './caseResult.ts';
import { createCommandLog } from './commandLog.ts';
import type { Evaluate } from './evaluator.ts';
import { type Blocked, Investigator } from './investigate.ts';
import { returningCases } from './returningCases.ts';

export interface RunnerOptions {
  sender: Sender;
  evaluate: Evaluate;
  secrets: SecretMask;
  /** All of the contract. */
  operations: readonly Operation[];
  /** A base request with new values where each is valid once. */
  renew(testCase: TestCase): TestCase;
  /** Cases are skipped once it is aborted. */
  signal: AbortSignal | undefined;
  /** How many independent cases are sent at the same time. */
  workers: number;
  /** How many different failures end the run. */
  maxFailures: number;
  onProgress(sentCount: number): void;
}

export type Runner = ReturnType<typeof createRunner>;

/** Creates the functions that send test cases, evaluate their responses and keep what a report needs. */
export function createRunner(options: RunnerOptions) {
  const { sender, evaluate, secrets, operations, renew, signal, workers, maxFailures, onProgress } =
    options;
  const results: CaseResult[] = [];
  const bases = new Map<Operation, CaseResult>();
  const blocked: Blocked = new Map();
  const skipped: SkippedCase[] = [];
  const known = new Set<string>();
  const log = createCommandLog(secrets);
  const investigator = new Investigator({ sender, log, bases, operations, blocked });
  const skip = (skippedCase: SkippedCase) => void skipped.push(skippedCase);
  return { results, skipped, run, runAll, skip, isBlocked, reasonToEnd };

  /** Whether the cases of an operation are not sent, because its base request fails. */
  function isBlocked(operation: Operation): boolean {
    return blocked.has(operation);
  }

  /** Undefined if the case was skipped. */
  async function run(testCase: TestCase, session?: SentHeaders): Promise<SendResult | undefined> {
    const [first] = await runWithParts(testCase, session);
    return first?.result;
  }

  /** The results of the case and of the parts that narrow it down; none if the case was skipped. */
  async function runWithParts(testCase: TestCase, session?: SentHeaders): Promise<CaseResult[]> {
    if (testCase.isGate) return runGate(testCase, session);
    const whole = await send(testCase, session);
    if (!whole) return [];
    const at = results.push(whole) - 1;
    const ofParts: CaseResult[] = [];
    if (testCase.kind === 'valid data' && isWorthNarrowing(whole)) {
      for (const part of testCase.parts ?? []) ofParts.push(...(await runWithParts(part, session)));
    }
    const isReplaced = ofParts.some((part) => replaces(part, whole));
    if (isReplaced) results[at] = toInconclusive(whole);
    else if (!testCase.repetition?.isConcurrent && isNew(whole))
      await investigator.investigate(whole, session);
    onProgress(results.length);
    return [results[at] ?? whole, ...ofParts];
  }

  /** Sends a request on which the operation's others depend, once more if it fails. */
  async function runGate(testCase: TestCase, session?: SentHeaders): Promise<CaseResult[]> {
    const first = await send(testCase, session);
    if (!first) return [];
    results.push(first);
    isNew(first);
    const last = isRejected(first) ? await repeatGate(first, session) : first;
    if (isBase(testCase)) bases.set(testCase.operation, last);
    onProgress(results.length);
    const cases = last.status === 'failed' ? [] : returningCases(last);
    for (const returning of cases) await runWithParts(returning, session);
    return [last];
  }

  async function repeatGate(first: OpenResult, session?: SentHeaders): Promise<CaseResult> {
    const { testCase, result } = first;
    // A rejected password is not sent again: servers lock accounts.
    const mayRepeat = testCase.kind !== 'sign-in' || statusOf(result) >= 500;
    const second = mayRepeat ? await send(renew(testCase), session) : undefined;
    if (second && !isRejected(second)) {
      results.push(second);
      first.isUnsteady = true;
      first.notes.push('The same request succeeded when it was repeated: the server is unsteady.');
      return second;
    }
    first.isBlocking = true;
    const what = testCase.kind === 'sign-in' ? 'the sign-in' : 'its base request';
    const { operation } = testCase;
    blocked.set(operation, { reason: `${what} fails`, by: operation.id });
    return first;
  }

  /**
   * Runs cases in turn if there is one worker, and concurrent repetitions at the same time. The base requests come
   * first: other results are compared with theirs.
   */
  async function runAll(testCases: readonly TestCase[], session?: SentHeaders) {
    await runUnits(groupCases(testCases.filter(({ isGate }) => isGate)), session);
    await runUnits(groupCases(testCases.filter(({ isGate }) => !isGate)), session);
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
    const isConcurrent = unit[0]?.repetition?.isConcurrent ?? false;
    const sent: CaseResult[] = [];
    if (isConcurrent) {
      await sender.reserve(unit.length);
      sent.push(...(await Promise.all(unit.map((it) => runWithParts(it, session)))).flat());
    } else {
      for (const testCase of unit) sent.push(...(await runWithParts(testCase, session)));
    }
    if (unit.length > 1) addSequences(sent.filter(isOpen), isConcurrent);
    if (!isConcurrent) return;
    for (const result of sent.filter(isOpen)) {
      if (isNew(result)) await investigator.investigate(result, session);
    }
  }

  /** Whether a failure has not occurred before. */
  function isNew({ testCase: { operation }, failures }: CaseResult): boolean {
    const keys = failures.map((failure) => `${operation.id} ${keyOf(failure)} ${failure.pointer}`);
    const added = keys.filter((key) => !known.has(key));
    for (const key of added) known.add(key);
    return added.length > 0;
  }

  /** Not if the base request fails in the same way. */
  function isWorthNarrowing({ testCase: { operation }, failures }: CaseResult): boolean {
    const inBase = new Set(bases.get(operation)?.failures.map(keyOf));
    return failures.some((failure) => !inBase.has(keyOf(failure)));
  }

  /** Why nothing else is sent; undefined if the run goes on. */
  function reasonToEnd(): Pick<SkippedCase, 'reason' | 'endsRun'> | undefined {
    if (signal?.aborted) return { reason: 'the run was interrupted', endsRun: true };
    if (known.size < maxFailures) return undefined;
    return { reason: `--max-failures ${maxFailures}`, endsRun: true };
  }

  function reasonToSkip({
    operation,
  }: TestCase): Pick<SkippedCase, 'reason' | 'blockedBy' | 'endsRun'> | undefined {
    const ended = reasonToEnd();
    if (ended) return ended;

    const cause = blocked.get(operation);
    return cause && { reason: cause.reason, blockedBy: cause.by };
  }

  /** Sends a case without adding its result. */
  async function send(
    testCase: TestCase,
    session: SentHeaders | undefined,
  ): Promise<OpenResult | undefined> {
    const excluded = reasonToSkip(testCase);
    if (excluded) return void skip({ ...skipCase(testCase, ''), ...excluded });
    const sent = await sender.send(testCase, session);
    if (sent.kind === 'skipped') return void skip(skipCase(testCase, sent.reason));
    const logged = log.record(sent);
    if (sent.result.kind === 'response') {
      for (const { cookie, id } of sessionSecrets(sent.result)) log.addSession(id, cookie, logged);
    }
    const { alteredSecret: altered } = testCase;
    if (altered) secrets.addAltered(altered.secret, altered.text, altered.expand);
    const { failures, ...evaluation } = evaluate(sent, bases.get(testCase.operation));
    const opened: OpenResult = {
      testCase,
      result: sent.result,
      ...evaluation,
      failures: failures.map((failure) => ({
        ...failure,
        received: secrets.mask(failure.received),
      })),
      logged,
      sequence: { requests: [], isConcurrent: false },
      notes: [],
      isBlocking: false,
      isUnsteady: false,
      commands: () => log.commandsOf(opened.logged, opened.sequence),
    };
    return opened;
  }
}

function isOpen(result: CaseResult): result is OpenResult {
  return 'logged' in result;
}

/** A failure among several requests is shown with those before it, or with all at the same time. */
function addSequences(unit: readonly OpenResult[], isConcurrent: boolean): void {
  for (const [i, result] of unit.entries()) {
    const others = isConcurrent ? unit.filter((it) => it !== result) : unit.slice(0, i);
    if (result.failures.length === 0 || others.length === 0) continue;
    result.sequence = { requests: others.map(({ logged }) => logged), isConcurrent };
  }
}

const acceptance: readonly CheckFailure['check'][] = [
  'response_received',
  'not_a_server_error',
  'status_code_conformance',
  'positive_data_acceptance',
];

/**
 * Whether a request that should have been accepted was not, rather than accepted with a malformed response. An
 * undeclared page is not from the operation.
 */
function isRejected({ failures, result }: CaseResult): boolean {
  const isOtherType = failures.some(({ check }) => check === 'content_type_conformance');
  if (isOtherType && result.kind === 'response' && isPage(result)) return true;

  return !isAccepted(result) && failures.some(({ check }) => acceptance.includes(check));
}

/** Whether the report of a part is enough: it failed, or may be rejected with the status of the whole. */
function replaces({ status, testCase, result }: CaseResult, whole: CaseResult) {
  const code = statusOf(result);
  const isTolerated = testCase.toleratedStatuses?.includes(code);
  return status === 'failed' || (isTolerated && code === statusOf(whole.result));
}

function keyOf({ check, message }: CheckFailure): string {
  return `${check} ${message}`;
}
