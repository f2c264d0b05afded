/** The mock is not as a test expects it, or cannot be reached. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

interface Problem {
  detail: string;
  matching?: readonly { id: number }[];
  nearest?: readonly { id: number; differences: readonly string[] }[];
}

/** Joins the lines of an error with the link to the console. */
export function createMockError(
  consoleUrl: string,
  message: string,
  details: readonly string[] = [],
) {
  return new MockError(
    [message, ...details.map((line) => `  ${line}`), `See ${consoleUrl}`].join('\n'),
  );
}

/**
 * Creates the function that calls the API of the mock below `/mock/`.
 * @param consoleUrl is part of every error message
 */
export function createMockClient(url: string, consoleUrl: string) {
  /** @throws {MockError} unless the mock responds with a status of 2xx */
  return async function call<Body>(
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
    if (!response.ok) throw createMockError(consoleUrl, body.detail, describeEntries(body));
    return body as Body;
  };
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
