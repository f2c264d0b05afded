import type { JournalEntry } from '../journal/journalEntry.ts';

/** The mock is not as a test expects it, or cannot be reached. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** What the API of a tester sends; each call has its own part of it. */
export interface Reply {
  /** The token, which shows that the mock has sent it. */
  tester: string;
  entries: JournalEntry[];
  warnings: string[];
  lastId: number;
  nameless: string;
  startedBy: string | null;
}

export interface MockCall<Part extends keyof Reply> {
  method?: 'GET' | 'POST';
  query: URLSearchParams;
  /** What the response must contain. */
  parts: readonly Part[];
  content?: string | undefined;
  /** The last line of an error. */
  consoleUrl: string;
}

/** A test may replace it. */
const { fetch } = globalThis;

/** @throws {MockError} unless the mock responds with a status of 2xx and what was asked for */
export async function callMock<Part extends keyof Reply>(
  url: string,
  { method = 'POST', query, parts, content = '', consoleUrl }: MockCall<Part>,
): Promise<Pick<Reply, Part>> {
  const init = content === '' ? { method } : { method, body: content };
  const response = await fetch(`${url}?${query}`, init).catch((cause: Error) => {
    const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
    const expected = 'expected a running mock; start it with npm start, or set MOCK_URL';
    throw new MockError(`${url.replace(/\/mock\/\w+$/, '')}: ${expected} (${reason}).`, { cause });
  });
  const text = await response.text();
  const body = parseObject(text);
  if (!response.ok && typeof body.detail === 'string') {
    // The console no longer has the requests of a tester who has ended.
    if (response.status === 410) throw new MockError(body.detail);
    const details = Array.isArray(body.details) ? body.details : [];
    throw createMockError(body.detail, details, consoleUrl);
  }
  const isOwn = query.get('tester') === null || query.get('tester') === body.tester;
  if (response.ok && isOwn && parts.every((part) => part in body))
    return body as typeof body & Reply;
  const got = `status ${response.status} and ${JSON.stringify(text.slice(0, 60))}`;
  throw new MockError(`${url}: expected a response of the mock, got ${got}.`);
}

/** Joins the lines of an error with the link to the console. */
export function createMockError(message: string, details: readonly string[], consoleUrl: string) {
  const lines = details.map((line) => `  ${line}`);
  return new MockError([message, ...lines, `See ${consoleUrl}`].join('\n'));
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
