import type { Operation } from '../../../mock-api/contract/index.ts';
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
 * Creates the function that finds out whether a failure needs more than its own request: it sends reads once more, and
 * after data that was rejected the operation's base request.
 */
export function createInvestigator({
  sender,
  log,
  bases,
  operations,
  blocked,
}: InvestigatorOptions) {
  return async function investigate(failed: OpenResult, session?: SentHeaders): Promise<void> {
    const { testCase, result } = failed;
    if (blocked.has(testCase.operation)) return;
    const isBroken = result.kind === 'error' || result.status >= 500;
    if (isBroken && (await isServerBroken())) return reportBrokenServer(failed);

    const isRepeatable = !testCase.isWrite && result.kind === 'response';
    if (!isRepeatable || testCase.repetition?.isConcurrent) return;
    const base = bases.get(testCase.operation);
    if (base && isAccepted(base.result) && !isAccepted(result) && testCase.kind === 'valid data') {
      if (await hasChanged(base, session)) return reportChange(failed, base);
    }
    if (!testCase.repetition) await repeatAlone(failed, session);
  };

  /** Whether the public reads that were accepted at first fail by now. */
  async function isServerBroken(): Promise<boolean> {
    const accepted = [...bases.values()].filter(
      ({ testCase, result }) =>
        !testCase.isWrite && !testCase.needsCredentials && isAccepted(result),
    );
    for (const { testCase } of accepted) {
      const status = await statusOfRepeated(testCase);
      if (status === undefined || (status > 0 && status < 500)) return false;
    }
    return accepted.length > 0;
  }

  function reportBrokenServer(failed: OpenResult): void {
    const by = failed.testCase.operation.id;
    const reason = 'the server no longer works';
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
  async function hasChanged({ testCase }: CaseResult, session?: SentHeaders): Promise<boolean> {
    // Two in turn: a server that is only unsteady accepts one of them.
    const first = await statusOfRepeated(testCase, session);
    if (first === undefined || first < 400) return false;
    return (await statusOfRepeated(testCase, session)) === first;
  }

  function reportChange(failed: OpenResult, base: CaseResult): void {
    const { operation } = failed.testCase;
    const requests = findSuspects(failed.logged, base.testCase);
    const reason = 'its base request fails since an earlier request changed the server';
    blocked.set(operation, { reason, by: operation.id });
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
  async function repeatAlone(failed: OpenResult, session?: SentHeaders): Promise<void> {
    const status = statusOf(failed.result);
    const first = await statusOfRepeated(failed.testCase, session);
    // Some servers fail at every second request.
    const alone = first === status ? await statusOfRepeated(failed.testCase, session) : first;
    if (alone === undefined || alone === status) return;
    const [previous] = log.before(failed.logged);
    failed.isUnsteady = true;
    failed.failures = failed.failures.map((failure) => ({ ...failure, hint: hintOfUnsteady }));
    failed.sequence = { requests: previous ? [previous] : [], isConcurrent: false };
    failed.notes.push(
      `The same request got ${alone} when it was repeated. The failure depends on what is sent before it, or on chance.`,
    );
  }

  async function statusOfRepeated(
    testCase: TestCase,
    session?: SentHeaders,
  ): Promise<number | undefined> {
    const sent = await sender.send(testCase, session);
    return sent.kind === 'sent' ? statusOf(sent.result) : undefined;
  }

  /** The requests before a failure whose paths resemble that of the base request most, without equal ones. */
  function findSuspects(failed: LoggedRequest, { request }: TestCase): LoggedRequest[] {
    const path = request.target.toLowerCase();
    const others = log.before(failed).filter(({ target }) => target !== request.target);
    const unique = [...new Map(others.map((it) => [it.target, it])).values()];
    const distance = ({ target }: LoggedRequest) =>
      target.length + path.length - 2 * commonLength(target.toLowerCase(), path);
    return unique.toSorted((a, b) => distance(a) - distance(b)).slice(0, maxSuspects);
  }
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
