import createClient, { type Client, type MiddlewareCallbackParams } from 'openapi-fetch';
import { v4 as uuid } from 'uuid';
import type { operations, paths } from '#openapi';

/** The operations that the client calls, one per path, for the messages of failed requests. */
const operationIds = {
  '/rest/subscriber-feedback/briefs/{briefId}': 'getBrief',
  '/rest/subscriber-feedback/form-submit': 'submitFeedback',
  '/jsp/utilities/tools.jsp': 'signIn',
  '/jsp/logout.jsp': 'signOut',
  '/rest/alchemyuser/currentUser': 'getCurrentUser',
} as const satisfies Partial<Record<keyof paths, keyof operations>>;

type CalledPaths = Pick<paths, keyof typeof operationIds>;

export type ApiClient = Client<CalledPaths>;

/** Why a request failed. */
export type Failure =
  /** A status outside 200–299; `body` is the parsed JSON, or undefined if the body was empty. */
  | { kind: 'status'; status: number; body: unknown }
  /** A response of any status whose body is not JSON. */
  | { kind: 'unparsable'; status: number; text: string }
  /** No complete response. `sent` is false if the request has certainly not left the browser. */
  | { kind: 'noResponse'; status: 'FETCH_ERROR' | 'TIMEOUT_ERROR'; sent: boolean };

/** The only error the API client throws. It has already been reported when the caller catches it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** A UUID, shared with the alert about this error. */
  readonly id = uuid();
  readonly operationId: keyof operations;
  readonly failure: Failure;
  /** Undefined if there was no complete response. The body has already been read. */
  readonly response: Response | undefined;

  constructor(
    operationId: keyof operations,
    failure: Failure,
    { response, cause }: { response?: Response; cause?: unknown },
  ) {
    super(`${operationId} failed with status ${failure.status}`, { cause });
    this.operationId = operationId;
    this.failure = failure;
    this.response = response;
  }

  /** Whether the response status was 401, even if its body could not be parsed. */
  get isUnauthorized(): boolean {
    return this.failure.status === 401;
  }

  get isNotFound(): boolean {
    return this.failure.status === 404;
  }
}

/** A GET request that was sent before the API client existed. */
export interface EarlyRequest {
  url: string;
  response: Promise<Response>;
  /** Aborts on timeout. */
  signal: AbortSignal;
}

export interface ApiClientOptions {
  /** Called once per failed request, before the call rejects with the same error. */
  onFailure(error: RequestError): void;
  /** The origin to call; defaults to the page's origin. */
  baseUrl?: string;
  /** The time within which the response must be complete, including its body. */
  timeoutMs?: number;
  /** Its response is used for the first call with the same URL. */
  earlyRequest?: EarlyRequest | undefined;
}

/** The time within which a response must be complete, including its body. */
export const requestTimeoutMs = 30_000;

/** Returns a signal that aborts after a time. Safari 15 has no `AbortSignal.timeout`. */
export function abortAfter(timeoutMs: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(timeoutMs);

  const controller = new AbortController();
  setTimeout(() => controller.abort(), timeoutMs);
  return controller.signal;
}

/**
 * Creates the openapi-fetch client that sends every request but the early one. A call resolves for a
 * 2xx response with a JSON body or an empty body (`data` is undefined); otherwise it rejects with a
 * `RequestError`. `parseAs: 'stream'` leaves the body of a 2xx response unread.
 *
 * @example
 * const client = createApiClient({ onFailure: (error) => log(error.id) });
 * const { data } = await client.GET('/rest/alchemyuser/currentUser');
 */
export function createApiClient({
  onFailure,
  baseUrl = globalThis.location?.origin,
  timeoutMs = requestTimeoutMs,
  earlyRequest,
}: ApiClientOptions): ApiClient {
  // The page itself was just loaded, so a browser that is offline now is wrong about it.
  const knowsOffline = navigator.onLine;
  const requestsMadeOffline = new WeakSet<Request>();
  const earlyRequests = new Map<string, EarlyRequest>();
  const earlyResponses = new WeakMap<Request, Promise<Response>>();
  if (earlyRequest) earlyRequests.set(earlyRequest.url, earlyRequest);

  function fail(
    { schemaPath }: MiddlewareCallbackParams,
    failure: Failure,
    details: { response?: Response; cause?: unknown },
  ): RequestError {
    const error = new RequestError(operationIds[schemaPath as keyof CalledPaths], failure, details);
    onFailure(error);
    return error;
  }

  function failWithoutResponse(call: MiddlewareCallbackParams, cause: unknown, sent: boolean) {
    const status = call.request.signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR';
    return fail(call, { kind: 'noResponse', status, sent }, { cause });
  }

  const client = createClient<CalledPaths>({
    baseUrl,
    fetch: (request) => earlyResponses.get(request) ?? fetch(request),
  });
  client.use({
    onRequest({ request }) {
      const early = earlyRequests.get(request.url);
      earlyRequests.delete(request.url);
      const signal = early?.signal ?? abortAfter(timeoutMs);
      const requestWithTimeout = new Request(request, { signal });
      if (early) earlyResponses.set(requestWithTimeout, early.response);
      if (knowsOffline && !navigator.onLine) requestsMadeOffline.add(requestWithTimeout);
      return requestWithTimeout;
    },

    onError: (call) =>
      failWithoutResponse(call, call.error, !requestsMadeOffline.has(call.request)),

    async onResponse(call) {
      const { response, options } = call;
      const { ok, status } = response;
      if (ok && options.parseAs === 'stream') return;

      const text = await response.text().catch((cause) => {
        throw failWithoutResponse(call, cause, true);
      });
      const body = parseJson(text);
      if (!body) throw fail(call, { kind: 'unparsable', status, text }, { response });
      if (!ok) throw fail(call, { kind: 'status', status, body: body.value }, { response });

      // openapi-fetch reads the body again. A new response would not tell whether this one was redirected.
      Object.assign(response, { text: async () => text.trim(), json: async () => body.value });
    },
  });
  return client;
}

/** Returns undefined if the text is not JSON. The value of an empty body is undefined. */
function parseJson(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };

  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
