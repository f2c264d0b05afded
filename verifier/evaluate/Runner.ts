import type { Operation } from '#contract';
import { isBase } from '../phases/baseCase.ts';
import { groupCases, skipCase } from '../phases/selectCases.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { SkippedCase, TestCase } from '../plan/testCase.ts';
import type { SecretMask } from '../send/SecretMask.ts';
import type { Sender } from '../send/Sender.ts';
import { isAccepted, isPage, type SendResult, statusOf } from '../send/sendRequest.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import { CommandLog } from './CommandLog.ts';
import { type CaseResult, type CheckFailure, toInconclusive } from './caseResult.ts';
import type { Evaluate } from './evaluator.ts';
import { type Blocked, Investigator } from './Investigator.ts';
import { returningCases } from './returningCases.ts';

export interface RunnerOptions {
  sender: Sender;
  evaluate: Evaluate;
  secrets: SecretMask;
  /** A base request with new values where each is valid once. */
  renew(testCase: TestCase): TestCase;
  onProgress: ((sentCount: number) => void) | undefined;
}

/** Sends test cases, evaluates their responses and keeps what a report needs. */
export class Runner {
  readonly results: CaseResult[] = [];
  readonly skipped: SkippedCase[] = [];
  readonly #options: RunnerOptions;
  readonly #bases = new Map<Operation, CaseResult>();
  readonly #blocked: Blocked = new Map();
  readonly #known = new Set<string>();
  readonly #log: CommandLog;
  readonly #investigator: Investigator;

  constructor(options: RunnerOptions) {
    const { sender, secrets } = options;
    this.#options = options;
    this.#log = new CommandLog(secrets);
    this.#investigator = new Investigator({
      sender,
      log: this.#log,
      bases: this.#bases,
      blocked: this.#blocked,
    });
  }

  skip(skippedCase: SkippedCase): void {
    this.skipped.push(skippedCase);
  }

  /** Whether the cases of an operation are not sent, because its base request fails. */
  isBlocked(operation: Operation): boolean {
    return this.#blocked.has(operation);
  }

  /** Undefined if the case was skipped. */
  async run(testCase: TestCase, session?: SentHeaders): Promise<SendResult | undefined> {
    const [first] = await this.#runWithParts(testCase, session);
    return first?.result;
  }

  /** The results of the case and of the parts that narrow it down; none if the case was skipped. */
  async #runWithParts(testCase: TestCase, session?: SentHeaders): Promise<CaseResult[]> {
    if (testCase.isGate) return this.#runGate(testCase, session);

    const whole = await this.#send(testCase, session);
    if (!whole) return [];

    const at = this.results.push(whole) - 1;
    const ofParts = this.#isWorthNarrowing(whole) ? await this.#runParts(testCase, session) : [];
    if (ofParts.some((part) => replaces(part, whole))) {
      this.results[at] = toInconclusive(whole);
    } else if (!testCase.repetition?.isConcurrent && this.#remember(whole)) {
      await this.#investigator.investigate(whole, session);
    }
    this.#options.onProgress?.(this.results.length);
    return [this.results[at] ?? whole, ...ofParts];
  }

  async #runParts(testCase: TestCase, session?: SentHeaders): Promise<CaseResult[]> {
    if (testCase.kind !== 'valid data') return [];

    const results: CaseResult[] = [];
    for (const part of testCase.parts ?? []) {
      results.push(...(await this.#runWithParts(part, session)));
    }
    return results;
  }

  /** Sends a request on which the operation's others depend, once more if it fails. */
  async #runGate(testCase: TestCase, session?: SentHeaders): Promise<CaseResult[]> {
    const first = await this.#send(testCase, session);
    if (!first) return [];

    this.results.push(first);
    this.#remember(first);
    const last = isRejected(first) ? await this.#repeatGate(first, session) : first;
    if (isBase(testCase)) this.#bases.set(testCase.operation, last);
    this.#options.onProgress?.(this.results.length);

    const cases = last.status === 'failed' ? [] : returningCases(last);
    for (const returning of cases) await this.#runWithParts(returning, session);
    return [last];
  }

  async #repeatGate(first: CaseResult, session?: SentHeaders): Promise<CaseResult> {
    const { testCase, result } = first;
    // A rejected password is not sent again: servers lock accounts.
    const mayRepeat = testCase.kind !== 'sign-in' || statusOf(result) >= 500;
    const second = mayRepeat ? await this.#send(this.#options.renew(testCase), session) : undefined;
    if (second && !isRejected(second)) {
      this.results.push(second);
      first.isUnsteady = true;
      first.notes.push('The same request succeeded when it was repeated: the server is unsteady.');
      return second;
    }

    first.isBlocking = true;
    const what = testCase.kind === 'sign-in' ? 'the sign-in' : 'its base request';
    const { operation } = testCase;
    this.#blocked.set(operation, { reason: `${what} fails`, by: operation.id });
    return first;
  }

  /**
   * Runs cases in turn, and concurrent repetitions at the same time. The base requests come first: other results are
   * compared with theirs.
   */
  async runAll(testCases: readonly TestCase[], session?: SentHeaders) {
    const bases = testCases.filter(({ isGate }) => isGate);
    const others = testCases.filter(({ isGate }) => !isGate);
    for (const unit of [...groupCases(bases), ...groupCases(others)]) {
      await this.#runUnit(unit, session);
    }
  }

  async #runUnit(unit: readonly TestCase[], session?: SentHeaders) {
    const isConcurrent = unit[0]?.repetition?.isConcurrent ?? false;
    const sent: CaseResult[] = [];
    if (isConcurrent) {
      await this.#options.sender.reserve(unit.length);
      sent.push(...(await Promise.all(unit.map((it) => this.#runWithParts(it, session)))).flat());
    } else {
      for (const testCase of unit) sent.push(...(await this.#runWithParts(testCase, session)));
    }
    if (unit.length > 1) addSequences(sent, isConcurrent);
    if (!isConcurrent) return;

    for (const result of sent) {
      if (this.#remember(result)) await this.#investigator.investigate(result, session);
    }
  }

  /** Remembers the failures of a result. Returns whether one of them has not occurred before. */
  #remember({ testCase: { operation }, failures }: CaseResult): boolean {
    const keys = failures.map((failure) => `${operation.id} ${keyOf(failure)} ${failure.pointer}`);
    const added = keys.filter((key) => !this.#known.has(key));
    for (const key of added) this.#known.add(key);
    return added.length > 0;
  }

  /** A failure is not narrowed down if the base request fails in the same way. */
  #isWorthNarrowing({ testCase: { operation }, failures }: CaseResult): boolean {
    const inBase = new Set(this.#bases.get(operation)?.failures.map(keyOf));
    return failures.some((failure) => !inBase.has(keyOf(failure)));
  }

  /** Sends a case without adding its result. */
  async #send(
    testCase: TestCase,
    session: SentHeaders | undefined,
  ): Promise<CaseResult | undefined> {
    const { sender, secrets, evaluate } = this.#options;
    const cause = this.#blocked.get(testCase.operation);
    if (cause) return void this.skip({ ...skipCase(testCase, cause.reason), blockedBy: cause.by });

    const sent = await sender.send(testCase, session);
    if (sent.kind === 'skipped') return void this.skip(skipCase(testCase, sent.reason));

    const logged = this.#log.record(sent);
    if (sent.result.kind === 'response') {
      for (const { cookie, id } of sessionSecrets(sent.result)) {
        this.#log.addSession(id, cookie, logged);
      }
    }
    const { alteredSecret: altered } = testCase;
    if (altered) secrets.addAltered(altered.secret, altered.text, altered.expand);

    const { failures, ...evaluation } = evaluate(sent, this.#bases.get(testCase.operation));
    const opened: CaseResult = {
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
      commands: () => this.#log.commandsOf(opened.logged, opened.sequence),
    };
    return opened;
  }
}

/** A failure among several requests is shown with those before it, or with all at the same time. */
function addSequences(unit: readonly CaseResult[], isConcurrent: boolean): void {
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
