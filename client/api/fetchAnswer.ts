import { FailedAnswer, isSuccess } from './RequestError.ts';

export interface Answer {
  fetch: typeof globalThis.fetch;
  /** Milliseconds until the answer must have arrived whole. */
  timeLimit: number;
  /** `ignored`: a successful answer's body is of no interest, so it is not parsed. */
  body: 'json' | 'ignored';
}

/**
 * Fetches a successful answer whose body is known to be JSON; the body is gone (204) where there was
 * none or it is ignored. Throws `FailedAnswer` for everything else.
 */
export async function fetchAnswer(
  request: Request,
  { fetch, timeLimit, body }: Answer,
): Promise<Response> {
  const sent = globalThis.navigator?.onLine !== false;
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const response = await fetch(request, { signal });
    if (isSuccess(response.status) && body === 'ignored') return withoutBody(response);
    return readJson(response, await response.text());
  } catch (cause) {
    if (cause instanceof FailedAnswer) throw cause;
    const status = signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR';
    throw new FailedAnswer({ kind: 'noAnswer', status, sent }, { cause });
  }
}

function readJson(response: Response, text: string): Response {
  const { status, headers } = response;
  const parsed = parse(text);
  if (parsed === 'unparsable')
    throw new FailedAnswer({ kind: 'unparsable', status, text, headers });
  if (!isSuccess(status))
    throw new FailedAnswer({ kind: 'status', status, body: parsed?.value, headers });
  return parsed ? new Response(text, { status, headers }) : withoutBody(response);
}

function withoutBody({ headers }: Response): Response {
  return new Response(null, { status: 204, headers });
}

/** Undefined for an empty text, which is nothing rather than bad JSON. */
function parse(text: string): { value: unknown } | 'unparsable' | undefined {
  if (text.trim() === '') return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'unparsable';
  }
}
