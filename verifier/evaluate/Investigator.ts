import type { Operation } from '#contract';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { Sender } from '../send/Sender.ts';
import { isAccepted, statusOf } from '../send/sendRequest.ts';
import type { CommandLog } from './CommandLog.ts';
import type { CaseResult } from './caseResult.ts';

interface InvestigatorOptions {
  sender: Sender;
  log: CommandLog;
  /** The results of the base requests. */
  bases: ReadonlyMap<Operation, CaseResult>;
  blocked: Blocked;
}

/** Operations whose cases are not sent, with the reason and the id of the operation that fails. */
export type Blocked = Map<Operation, { reason: string; by: string }>;

const hintOfChange =
  'Look for what the server keeps between requests, such as a cache of ids that were not found, a pool that is exhausted, a lock.';
const hintOfUnsteady =
  'Look for what the server keeps between requests, such as a cache, and for several instances that differ.';

/** Finds out whether a failure needs more than its own request, by repeating it and a base request that was accepted. */
export class Investigator {
  readonly #options: InvestigatorOptions;

  constructor(options: InvestigatorOptions) {
    this.#options = options;
  }

  async investigate(failed: CaseResult, session?: SentHeaders): Promise<void> {
    if (this.#options.blocked.has(failed.testCase.operation)) return;

    const base = this.#findBase(failed);
    if (base && (await this.#isRejected(base, session))) return this.#reportChange(failed, base);

    const { isWrite, repetition } = failed.testCase;
    const isRepeatable = !isWrite && !repetition && failed.result.kind === 'response';
    if (isRepeatable) await this.#repeat(failed, session);
  }

  /** A base request whose result tells whether the server has changed: after an error, that of any public read. */
  #findBase({ testCase, result }: CaseResult): TestCase | undefined {
    const bases = [...this.#options.bases.values()].filter(
      (it) => !it.testCase.isWrite && isAccepted(it.result),
    );
    const own = bases.find((it) => it.testCase.operation === testCase.operation);
    if (own && testCase.kind === 'valid data' && !isAccepted(result)) return own.testCase;

    const isBroken = result.kind === 'error' || result.status >= 500;
    return isBroken ? bases.find((it) => !it.testCase.needsCredentials)?.testCase : undefined;
  }

  /** Two requests in turn: a server that is only unsteady accepts one of them. */
  async #isRejected(base: TestCase, session?: SentHeaders): Promise<boolean> {
    const first = await this.#statusOf(base, session);
    if (first >= 200 && first < 400) return false;

    return (await this.#statusOf(base, session)) === first;
  }

  #reportChange(failed: CaseResult, base: TestCase): void {
    const { operation } = failed.testCase;
    const reason = 'base requests fail since an earlier request changed the server';
    this.#options.blocked.set(operation, { reason, by: operation.id });

    failed.isBlocking = true;
    failed.failures = failed.failures.map((failure) => ({ ...failure, hint: hintOfChange }));
    failed.notes.push(
      `The base request of ${base.operation.id} was accepted at first, and fails since this request, number ` +
        `${failed.logged.index + 1} of the run: it or an earlier one has changed the server.`,
    );
  }

  /** Whether the failure needs another request before it. Some servers fail at every second request. */
  async #repeat(failed: CaseResult, session?: SentHeaders): Promise<void> {
    const status = statusOf(failed.result);
    for (let i = 0; i < 2; i += 1) {
      const repeated = await this.#statusOf(failed.testCase, session);
      if (repeated !== status) return this.#reportUnsteady(failed, repeated);
    }
  }

  #reportUnsteady(failed: CaseResult, status: number): void {
    const [previous] = this.#options.log.before(failed.logged);
    if (previous) failed.sequence = { requests: [previous], isConcurrent: false };
    failed.isUnsteady = true;
    failed.failures = failed.failures.map((failure) => ({ ...failure, hint: hintOfUnsteady }));
    failed.notes.push(
      `The same request got ${status} when it was repeated. The failure depends on what is sent before it, or on chance.`,
    );
  }

  /** 0 without a response, also of an operation that no longer responds. */
  async #statusOf(testCase: TestCase, session?: SentHeaders): Promise<number> {
    const sent = await this.#options.sender.send(testCase, session);
    return sent.kind === 'sent' ? statusOf(sent.result) : 0;
  }
}
