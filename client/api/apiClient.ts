import createClient, { type Client, type MiddlewareCallbackParams } from 'openapi-fetch';
import { type CalledPaths, operationIds } from './operationIds.ts';
import { abortAfter, type Failure, RequestError, requestTimeoutMs } from './RequestError.ts';

export type ApiClient = Client<CalledPaths>;

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
  const earlyResponses = new WeakMap<Request, Promise<Response>>();

  function fail(
    { schemaPath }: MiddlewareCallbackParams,
    failure: Failure,
    details: { response?: Response; cause?: unknown },
  ): RequestError {
    const error = new RequestError(operationIds[schemaPath as keyof CalledPaths], failure, details);
    onFailure(error);
    return error;
  }

  function failWithoutResponse(
    call: MiddlewareCallbackParams,
    cause: unknown,
    sent = true,
  ): RequestError {
    const status = call.request.signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR';
    return fail(call, { kind: 'noResponse', status, sent }, { cause });
  }

  const client = createClient<CalledPaths>({
    baseUrl,
    fetch: (request) => earlyResponses.get(request) ?? fetch(request),
  });
  client.use({
    onRequest({ request }) {
      const early = request.url === earlyRequest?.url ? earlyRequest : undefined;
      const signal = early?.signal ?? abortAfter(timeoutMs);
      const requestWithTimeout = new Request(request, { signal });
      if (early) {
        earlyResponses.set(requestWithTimeout, early.response);
        earlyRequest = undefined;
      }
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
        throw failWithoutResponse(call, cause);
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
