import type { JournalEntry } from '../journal/journalEntry.ts';

/** The mock is not as a test expects it, or cannot be reached. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

interface Problem {
  detail: string;
  matching?: readonly { id: number }[];
  nearest?: readonly { id: number; differences: readonly string[] }[];
}

export interface ReadJournal {
  entries: JournalEntry[];
  lastId: number;
  run: string;
  loss?: string;
}

/**
 * Creates the functions that call the API of the mock below `/mock/`.
 * @param consoleUrl is part of every error message
 */
export function createMockClient(url: string, consoleUrl: string) {
  /** Joins the lines of an error with the link to the console. */
  function createError(message: string, details: readonly string[] = []) {
    return new MockError(
      [message, ...details.map((line) => `  ${line}`), `See ${consoleUrl}`].join('\n'),
    );
  }

  /** @throws {MockError} unless the mock responds with a status of 2xx */
  async function call<Body>(
    method: 'GET' | 'POST',
    path: string,
    query: URLSearchParams,
    content?: string,
  ): Promise<Body> {
    const init = { method, ...(content !== undefined && { body: content }) };
    const response = await fetch(`${url}${path}?${query}`, init).catch((cause: Error) => {
      const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
      const expected = 'expected a running mock; start it with npm start, or set MOCK_URL';
      throw new MockError(`${url}: ${expected} (${reason}).`, { cause });
    });
    const text = await response.text();
    const body = parse(text);
    if (body === undefined) {
      const got = `status ${response.status} and ${JSON.stringify(text.slice(0, 60))}`;
      throw new MockError(`${url}${path}: expected a response of the mock, got ${got}.`);
    }
    if (!response.ok) throw createError(body.detail, describeEntries(body));
    return body as Body;
  }

  /**
   * @param expectedRun the one of an earlier response
   * @throws {MockError} if the mock was started again, or its journal has dropped entries
   */
  async function readJournal(query: URLSearchParams, expectedRun: string): Promise<ReadJournal> {
    const journal = await call<ReadJournal>('GET', '/mock/journal', query);
    const { run, loss } = journal;
    if (run !== expectedRun) throw createError('The mock was started again.');
    if (loss !== undefined) throw createError(loss);
    return journal;
  }

  return { createError, call, readJournal };
}

function describeEntries({ matching = [], nearest = [] }: Problem): string[] {
  return [
    ...matching.map(({ id }) => `Request ${id} matches.`),
    ...nearest.map(({ id, differences }) => `Request ${id}: ${differences.join('; ')}.`),
  ];
}

function parse(text: string): Problem | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
