import type { JournalEntry } from '../journal/journalEntry.ts';
import { describeMissing, describeUnused } from '../operations/Testers.ts';
import { FilterError } from '../scenarios/matchFields.ts';
import { describeNoRequests } from './checkRequests.ts';
import { parseFlag } from './parseQuery.ts';
import { type Call, parseOwn, rejectParameters, waitUntil } from './testerCall.ts';

export interface Review {
  /** What makes a test fail, as sentences. */
  problems: string[];
  /** What is only printed. */
  warnings: string[];
}

/** Looks at all requests of a tester for what no test has asked about. */
export async function reviewRequests(call: Call): Promise<Review> {
  const { tester, journal, timeoutMs, query } = call;
  const { allow, strict, ...others } = query;
  rejectParameters(others);
  const isStrict = parseFlag('strict', strict) ?? false;
  await waitUntil(call, () => findUnvalidated(call).length === 0, timeoutMs);

  const allowances = [allow ?? []].flat().map(String);
  const problems = [
    ...findUnexpected(call, allowances),
    ...describeMissing(tester, (filter) => journal.list(filter).length > 0),
    ...findUnvalidated(call).map(
      ({ id, method, path }) =>
        `Request ${id}, ${method} ${path}, has no complete response after ${timeoutMs} ms.`,
    ),
  ];
  const warnings = describeUnused(tester);
  return isStrict ? { problems: [...problems, ...warnings], warnings: [] } : { problems, warnings };
}

/** The same at the end of a tester, when allowances and the name must have been used. */
export async function reviewAtEnd(call: Call): Promise<Review> {
  const { problems, warnings } = await reviewRequests(call);
  const { tester, query } = call;
  const unused = [query.allow ?? []]
    .flat()
    .map(String)
    .filter((one) => !tester.usedAllowances.has(one));
  problems.push(...unused.map((one) => `No request is unexpected and matches ${one}.`));
  if (!tester.hadRequests) problems.push(...describeNoRequests(call));
  return { problems, warnings };
}

/** The requests at a backend, whose responses are validated when they have ended. */
function findUnvalidated({ journal, tester: { name } }: Call): JournalEntry[] {
  const pending = journal.list({ name, outcome: 'pending' });
  return pending.filter(({ forwardedTo }) => forwardedTo !== undefined);
}

/** The requests that neither the data nor a scenario nor the contract nor an allowance provides for. */
function findUnexpected(call: Call, allowances: readonly string[]): string[] {
  const { journal, tester } = call;
  const allowed = new Set<JournalEntry>();
  for (const allowance of allowances) {
    if (allowance === '') throw new FilterError('allow: expected a filter, got "".');
    const query = Object.fromEntries(new URLSearchParams(allowance));
    const filter = parseOwn(call, query, true);
    const matching = journal.list({ ...filter, unexpected: true });
    if (matching.length > 0) tester.usedAllowances.add(allowance);
    for (const entry of matching) allowed.add(entry);
  }

  const unexpected = journal.list({ name: tester.name, unexpected: true });
  return unexpected
    .filter((entry) => !allowed.has(entry))
    .map(
      ({ id, method, path, reason }) =>
        `Request ${id}, ${method} ${path}, which nobody expected: ${reason}`,
    );
}
