import type { Journal } from '../journal/Journal.ts';

/** The requests of a name since a position of the journal. */
export interface Section {
  journal: Journal;
  name: string;
  /** The position after which they come: `1a2b3c4d:17`. */
  since: string;
  /** The id in it. */
  afterId: number;
}

/** A check is not met (422), or can no longer be answered (410). */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  readonly status: 410 | 422;
  readonly details: readonly string[];
  /** The number of requests that match. */
  readonly count: number | undefined;

  constructor(status: 410 | 422, message: string, details: readonly string[] = [], count?: number) {
    super(message);
    this.status = status;
    this.details = details;
    this.count = count;
  }
}

/** @throws {CheckError} if the journal is another one, or has lost a request of the section */
export function requireIntact({ journal, name, since, afterId }: Section): void {
  const reason = journal.isOfRun(since)
    ? journal.removalAfter(afterId, name)?.reason
    : 'the mock was started again';
  if (reason === undefined) return;

  const subject = `The requests of "${name}" since ${since}`;
  throw new CheckError(410, `${subject} are no longer all there: ${reason}.`);
}
