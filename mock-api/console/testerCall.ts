import type { Request, Response } from 'express';
import type { JournalFilter } from '../journal/journalFilter.ts';
import type { Tester, Testers } from '../operations/Testers.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { type ConditionContext, parseConditions } from './parseConditions.ts';
import { parseFlag, parseNumber } from './parseQuery.ts';

export interface TesterRouteOptions extends ConditionContext {
  testers: Testers;
  /** The run of tests that has started the mock, if it has said so. */
  startedBy?: string | undefined;
  /** Forgets the attempts and sessions of a tester. */
  resetState(name: string): Record<'attempts' | 'sessions', number>;
  /** Called when scenarios were added or removed. */
  noteReload(): void;
}

type Query = Readonly<Record<string, unknown>>;

/** A call of a tester. */
export interface Call extends TesterRouteOptions {
  tester: Tester;
  /** The parameters that not all calls have. */
  query: Query;
  /** The time to wait for requests that are expected, and for the end of those that are pending. */
  timeoutMs: number;
  /** The time to wait for requests too many. */
  settleMs: number;
  /** Whether no request at all may have come under the name. */
  noRequests: boolean;
  signal: AbortSignal;
}

/** What a tester expects is not so. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
  /** The reasons, one a line. */
  readonly details: readonly string[];
  /** The number of requests that were found, if that is what was expected. */
  readonly count: number | undefined;

  constructor(message: string, details: readonly string[], count?: number) {
    super(message);
    this.details = details;
    this.count = count;
  }
}

const maxTimeoutMs = 600_000;
const maxSettleMs = 10_000;

/** @throws {TesterEndedError | FilterError} */
export function parseCall(req: Request, res: Response, options: TesterRouteOptions): Call {
  const { tester, timeout, settle, noRequests, ...query } = req.query;
  const aborted = new AbortController();
  res.once('close', () => aborted.abort());
  return {
    ...options,
    tester: options.testers.find(tester),
    query,
    timeoutMs: parseNumber('timeout', timeout, 0, maxTimeoutMs) ?? 10_000,
    settleMs: parseNumber('settle', settle, 0, maxSettleMs) ?? 250,
    noRequests: parseFlag('noRequests', noRequests) ?? false,
    signal: aborted.signal,
  };
}

/**
 * A filter of the tester's requests.
 * @param isAwaited whether it may be about an id or a header that no request has had yet
 * @throws {FilterError}
 */
export function parseOwn(call: Call, { name, ...query }: Query, isAwaited: boolean): JournalFilter {
  if (name !== undefined) throw new FilterError('Unknown filter "name": the tester has one.');
  const acceptsUnknown = isAwaited || call.noRequests;
  return parseConditions({ ...query, name: call.tester.name }, call, { acceptsUnknown });
}

/** @throws {FilterError} for a parameter that would be ignored */
export function rejectParameters(query: Query): void {
  const [unknown] = Object.keys(query);
  if (unknown !== undefined) throw new FilterError(`Unknown query parameter "${unknown}".`);
}

/**
 * Waits until a condition of the journal is met, or for the whole time.
 * @throws {TesterEndedError} as soon as the tester has ended
 */
export async function waitUntil(
  { journal, testers, tester, signal }: Call,
  isMet: () => boolean,
  timeoutMs: number,
): Promise<void> {
  const isOver = () => tester.end !== undefined || isMet();
  await journal.until(isOver, { timeoutMs, signal, name: tester.name });
  testers.find(tester.token);
}
