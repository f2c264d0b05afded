import { nameless } from '../scenarios/testerName.ts';
import { createMockClient, type ReadJournal } from './mockClient.ts';

/**
 * Fails for requests without any tester's name that arrive meanwhile, which no test can expect: a page has lost the brief
 * id, for example. Staff requests without a session are accepted.
 * @throws {MockError}
 */
export async function rejectNameless(
  url: string,
  use: (value: undefined) => Promise<void>,
): Promise<void> {
  const { createError, call, readJournal } = createMockClient(url, `${url}/mock/`);
  const queryOf = (filter: Readonly<Record<string, string>>) =>
    new URLSearchParams({ name: nameless, ...filter });
  // What was dropped before does not matter.
  const before = queryOf({ unexpected: 'true' });
  const { lastId, run } = await call<ReadJournal>('GET', '/mock/journal', before);
  await use(undefined);
  const { entries } = await readJournal(queryOf({ after: String(lastId) }), run);
  const lost = entries.filter(
    ({ key, violations }) =>
      key !== undefined || violations.some(({ rule }) => rule !== 'request.credentials'),
  );
  if (lost.length === 0) return;
  throw createError(
    'Requests without the name of a tester, which no test can expect:',
    lost.map(({ id, method, path, key }) => `Request ${id}, ${method} ${path}: ${key ?? 'no id'}`),
  );
}
