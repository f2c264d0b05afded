/** The mock is not as a test expects it, or cannot be reached. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

type Query = Readonly<Record<string, string | number | boolean | object | undefined>>;

interface Problem {
  detail: string;
  matching?: readonly { id: number }[];
  nearest?: readonly { id: number; differences: readonly string[] }[];
}

/**
 * Creates the functions that call the API of the mock below `/mock/`.
 * @param consoleUrl is part of every error message
 */
export function createMockClient(url: string, consoleUrl: string) {
  const createError = (message: string, details: readonly string[] = []) =>
    new MockError([message, ...details.map((line) => `  ${line}`), `See ${consoleUrl}`].join('\n'));

  /** @throws {MockError} unless the mock responds with a status of 2xx */
  async function call<Result>(path: string, query: Query, init?: RequestInit): Promise<Result> {
    const response = await fetch(`${url}${path}?${encodeQuery(query)}`, init).catch(
      (cause: Error) => {
        const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
        const expected = 'expected a running mock; start it with npm start, or set MOCK_URL';
        throw new MockError(`${url}: ${expected} (${reason}).`, { cause });
      },
    );
    const text = await response.text();
    const body = parse(text);
    if (body === undefined) {
      const got = `status ${response.status} and ${JSON.stringify(text.slice(0, 60))}`;
      throw new MockError(`${url}${path}: expected a response of the mock, got ${got}.`);
    }
    if (!response.ok) throw createError(body.detail, describeEntries(body));
    return body as Result;
  }

  return {
    createError,
    get: <Result>(path: string, query: Query) => call<Result>(path, query),
    post: (path: string, query: Query, body?: unknown) =>
      call<unknown>(path, query, {
        method: 'POST',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}

const operators: Readonly<Record<string, string>> = { contains: '*', matches: '~' };

/** `{ status: 500, body: { text: { contains: 'a' } } }` becomes `status=500&body.text*=a`. */
function encodeQuery(query: Query): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return [[name, value.join()]];
    if (typeof value !== 'object') return [[name, String(value)]];
    return Object.entries(value).flatMap(([field, expected]) =>
      encodeField(`${name}.${field}`, expected),
    );
  });
  return new URLSearchParams(pairs);
}

/** @throws {TypeError} for what the types forbid, because a test may run unchecked and must not match all requests */
function encodeField(name: string, expected: unknown): [string, string][] {
  const isMatcher = typeof expected === 'object' && expected !== null;
  const parts = isMatcher ? Object.entries(expected) : [['', expected] as const];
  const isKnown = ([key, text]: readonly [string, unknown]) =>
    text != null && Object.hasOwn(isMatcher ? operators : { '': '' }, key);
  if (parts.length === 0 || !parts.every(isKnown)) {
    throw new TypeError(
      `${name}: expected a value, or contains, matches or both, got ${expected}.`,
    );
  }
  return parts.map(([key, text]) => [`${name}${operators[key] ?? ''}`, String(text)]);
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
