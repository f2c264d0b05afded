import type { JournalEntry } from '../journal/journalEntry.ts';
import { callMock, createMockError, type Reply } from './mockClient.ts';

type Watched = Pick<Reply, 'nameless' | 'lastId' | 'startedBy'>;

/** The mocks that the testers of this process use, as they were when the first tester was opened. */
const watched = new Map<string, Watched>();

/** Notes that a tester was opened. */
export function watchNameless(url: string, opened: Watched) {
  if (!watched.has(url)) watched.set(url, opened);
}

/**
 * Reports the requests without a tester's name that come to the mocks of the testers while tests run: a page may have
 * lost the brief id. They fail the run if it has started the mock, which then has the same `MOCK_RUN`; on any other
 * mock, they may be somebody else's and are only printed.
 * @throws {MockError}
 */
export async function reportNameless(use: (value: undefined) => Promise<void>): Promise<void> {
  watched.clear();
  await use(undefined);
  const errors: unknown[] = [];
  for (const [url, mock] of watched) {
    const isOwn = mock.startedBy !== null && mock.startedBy === process.env.MOCK_RUN;
    await rejectNameless(url, mock).catch((error: Error) => {
      if (isOwn) errors.push(error);
      else
        console.warn(
          `Perhaps from somebody else, as this run has not started the mock: ${error.message}`,
        );
    });
  }
  if (errors.length > 0) throw errors[0];
}

async function rejectNameless(url: string, { nameless, lastId }: Watched): Promise<void> {
  const consoleUrl = `${url}/mock/?view=requests`;
  const query = new URLSearchParams({ tester: nameless, after: `${lastId}`, noRequests: 'true' });
  // The testers have waited for late requests at their end.
  query.set('settle', '0');
  const { entries } = await callMock(`${url}/mock/journal`, {
    method: 'GET',
    query,
    parts: ['entries'],
    consoleUrl,
  });
  const lines = entries
    .filter(isLost)
    .map(({ id, method, path, key }) => `Request ${id}, ${method} ${path}: ${key ?? 'no id'}`);
  if (lines.length === 0) return;
  throw createMockError('Requests came without the name of a tester.', lines, consoleUrl);
}

/** Staff requests without a session are none that a page has lost. */
function isLost({ key, violations }: JournalEntry): boolean {
  return key !== undefined || violations.some(({ rule }) => rule !== 'request.credentials');
}
