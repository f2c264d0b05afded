import type { JournalEntry } from '../journal/journalEntry.ts';
import { nameless } from '../scenarios/testerName.ts';
import { createMockClient, createMockError } from './mockClient.ts';

interface Journal {
  entries: JournalEntry[];
  lastId: number;
  run: string;
  loss?: string;
}

/**
 * Fails for requests without any tester's name that arrive meanwhile, which no test can expect: a page has lost the brief
 * id, for example. Staff requests without a session are accepted.
 * @throws {MockError}
 */
export async function rejectNameless(
  url: string,
  use: (value: undefined) => Promise<void>,
): Promise<void> {
  const consoleUrl = `${url}/mock/`;
  const call = createMockClient(url, consoleUrl);
  const read = (filter: Readonly<Record<string, string>>) =>
    call<Journal>('GET', '/mock/journal', new URLSearchParams({ name: nameless, ...filter }));
  const { lastId, run } = await read({ unexpected: 'true' });
  await use(undefined);
  const { entries, loss, ...end } = await read({ after: String(lastId) });
  if (end.run !== run) throw createMockError(consoleUrl, 'The mock was started again.');
  if (loss !== undefined) throw createMockError(consoleUrl, loss);
  const lost = entries.filter(
    ({ key, violations }) =>
      key !== undefined || violations.some(({ rule }) => rule !== 'request.credentials'),
  );
  if (lost.length === 0) return;
  throw createMockError(
    consoleUrl,
    'Requests without the name of a tester, which no test can expect:',
    lost.map(({ id, method, path, key }) => `Request ${id}, ${method} ${path}: ${key ?? 'no id'}`),
  );
}
