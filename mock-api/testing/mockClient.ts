/** An error of a mock that cannot be reached or is not as a test expects. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

export interface MockCall {
  path: 'reset' | 'expect' | 'journal/find' | 'scenarios';
  query: URLSearchParams;
  content?: string | undefined;
  signal: AbortSignal;
}

/** A response of the mock, with its body as JSON. */
export interface MockResponse {
  status: number;
  body: Readonly<Record<string, unknown>>;
}

/** The original `fetch`, which a test may replace. */
const { fetch } = globalThis;

/**
 * Sends a call to the mock.
 * @param url the origin of the mock or of a host in front of it
 * @throws {MockError} unless it responds with a status of 2xx or with problem details
 */
export async function callMock(
  url: string,
  { path, query, content, signal }: MockCall,
): Promise<MockResponse> {
  const method = 'POST';
  const init = content === undefined ? { method, signal } : { method, signal, body: content };
  const response = await fetch(`${url}/mock/${path}?${query}`, init).catch((cause: Error) => {
    signal.throwIfAborted();
    const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
    const expected = 'expected a running mock; start it with npm start, or set MOCK_URL';
    throw new MockError(`${url}: ${expected} (${reason}).${describeProxy(url)}`, { cause });
  });

  const text = await response.text();
  const { status } = response;
  const body = parseObject(text);
  if (response.ok || typeof body.detail === 'string') return { status, body };

  const got = `status ${status} and ${JSON.stringify(text.slice(0, 60))}`;
  throw new MockError(`${url}: expected a response of the mock, got ${got}.${describeProxy(url)}`);
}

/** Describes the environment's proxy for a URL; empty without one. */
function describeProxy(url: string): string {
  const upper = `${new URL(url).protocol.slice(0, -1).toUpperCase()}_PROXY`;
  const name = [upper.toLowerCase(), upper].find((one) => process.env[one]);
  if (name === undefined) return '';

  // Its URL may contain a password.
  const proxy = URL.parse(process.env[name] ?? '')?.host || 'no URL';
  const exceptions = process.env.no_proxy || process.env.NO_PROXY || 'not set';
  const use = 'Node.js uses them with NODE_USE_ENV_PROXY=1';
  return ` ${name} is ${proxy}, and NO_PROXY is ${exceptions}; ${use}.`;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
