import type { Operation } from '../../contract/index.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { Sender } from '../send/sender.ts';
import { isAccepted, statusOf } from '../send/sendRequest.ts';
import type { CaseResult, OpenResult } from './caseResult.ts';
import type { CommandLog, LoggedRequest } from './commandLog.ts';

interface InvestigatorOptions {
  sender: Sender;
  log: CommandLog;
  bases: ReadonlyMap<Operation, CaseResult>;
  operations: readonly Operation[];
  blocked: Blocked;
}

/** Operations whose cases are not sent, with the reason and the id of the operation that fails. */
export type Blocked = Map<Operation, { reason: string; by: string }>;

const maxSuspects = 3;
const hintOfBroken =
  'The server log of this time has the cause: a pool that is exhausted, a lock that is kept, memory.';
const hintOfChange =
  'Look for what the server keeps between requests, such as a cache of ids that were not found. Its key must be the exact id.';

const hintOfUnsteady =
  'Look for what the server keeps between requests, such as a cache, and for several instances that differ.';

/**
 * Finds out whether a failure needs more than its own request: it sends reads once more, and after data that was
 * rejected the operation's base request.
 */
export class Investigator {
  readonly #options: InvestigatorOptions;

  constructor(options: InvestigatorOptions) {
    this.#options = options;
  }

  async investigate(failed: OpenResult, session?: SentHeaders): Promise<void> {
    const { testCase, result } = failed;
    const { blocked, bases } = this.#options;
    if (blocked.has(testCase.operation)) return;

    const isBroken = result.kind === 'error' || result.status >= 500;
    if (isBroken && (await this.#isServerBroken())) return this.#reportBrokenServer(failed);
    if (!isRepeatable(failed)) return;

    const base = bases.get(testCase.operation);
    if (base && mayHaveChanged(failed, base) && (await this.#hasChanged(base, session))) {
      return this.#reportChange(failed, base);
    }
    if (!testCase.repetition) await this.#repeatAlone(failed, session);
  }

  /** Whether the public reads that were accepted at first fail by now. */
  async #isServerBroken(): Promise<boolean> {
    const accepted = [...this.#options.bases.values()].filter(
      ({ testCase, result }) =>
        !testCase.isWrite && !testCase.needsCredentials && isAccepted(result),
    );
    for (const { testCase } of accepted) {
      const status = await this.#statusOfRepeated(testCase);
      if (status === undefined || (status > 0 && status < 500)) return false;
    }
    return accepted.length > 0;
  }

  #reportBrokenServer(failed: OpenResult): void {
    const by = failed.testCase.operation.id;
    const reason = 'the server no longer works';
    const { operations, blocked, log } = this.#options;
    for (const operation of operations) blocked.set(operation, { reason, by });

    failed.isBlocking = true;
    const [previous] = log.before(failed.logged);
    failed.sequence = { requests: previous ? [previous] : [], isConcurrent: false };
    failed.failures = failed.failures.map((failure) => ({ ...failure, hint: hintOfBroken }));
    failed.notes.push(
      `The base requests were accepted at first, and fail since this request, number ${failed.logged.index + 1} of the run.`,
    );
  }

  /** Whether the base request, which was accepted, is rejected by now. */
  async #hasChanged({ testCase }: CaseResult, session?: SentHeaders): Promise<boolean> {
    // Two in turn: a server that is only unsteady accepts one of them.
    const first = await this.#statusOfRepeated(testCase, session);
    if (first === undefined || first < 400) return false;

    return (await this.#statusOfRepeated(testCase, session)) === first;
  }

  #reportChange(failed: OpenResult, base: CaseResult): void {
    const { operation } = failed.testCase;
    const requests = this.#findSuspects(failed.logged, base.testCase);
    const reason = 'its base request fails since an earlier request changed the server';
    this.#options.blocked.set(operation, { reason, by: operation.id });

    failed.sequence = { requests, isConcurrent: false };
    failed.isBlocking = true;
    failed.failures = failed.failures.map((failure) => ({ ...failure, hint: hintOfChange }));
    failed.notes.push(
      'The base request was accepted at first, and is rejected by now: an earlier request has changed the server, ' +
        'for example a cache. The requests before it that resemble it most are repeated first; begin with a server ' +
        'that was restarted.',
    );
  }

  /** Whether the failure needs another request before it. */
  async #repeatAlone(failed: OpenResult, session?: SentHeaders): Promise<void> {
    const status = statusOf(failed.result);
    const first = await this.#statusOfRepeated(failed.testCase, session);
    // Some servers fail at every second request.
    const alone = first === status ? await this.#statusOfRepeated(failed.testCase, session) : first;
    if (alone === undefined || alone === status) return;

    const [previous] = this.#options.log.before(failed.logged);
    failed.isUnsteady = true;
    failed.failures = failed.failures.map((failure) => ({ ...failure, hint: hintOfUnsteady }));
    failed.sequence = { requests: previous ? [previous] : [], isConcurrent: false };
    failed.notes.push(
      `The same request got ${alone} when it was repeated. The failure depends on what is sent before it, or on chance.`,
    );
  }

  async #statusOfRepeated(testCase: TestCase, session?: SentHeaders): Promise<number | undefined> {
    const sent = await this.#options.sender.send(testCase, session);
    return sent.kind === 'sent' ? statusOf(sent.result) : undefined;
  }

  /** The requests before a failure whose paths resemble that of the base request most, without equal ones. */
  #findSuspects(failed: LoggedRequest, { request }: TestCase): LoggedRequest[] {
    const path = request.target.toLowerCase();
    const others = this.#options.log
      .before(failed)
      .filter(({ target }) => target !== request.target);
    const unique = [...new Map(others.map((it) => [it.target, it])).values()];
    const distance = ({ target }: LoggedRequest) =>
      target.length + path.length - 2 * commonLength(target.toLowerCase(), path);
    return unique.toSorted((a, b) => distance(a) - distance(b)).slice(0, maxSuspects);
  }
}

/** Whether a request is a read that was sent alone and got a response. */
function isRepeatable({ testCase, result }: CaseResult): boolean {
  return !testCase.isWrite && result.kind === 'response' && !testCase.repetition?.isConcurrent;
}

/** Whether valid data was rejected after the base request was accepted. */
function mayHaveChanged({ testCase, result }: CaseResult, base: CaseResult): boolean {
  return testCase.kind === 'valid data' && isAccepted(base.result) && !isAccepted(result);
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
