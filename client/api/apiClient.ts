import createClient, { type Client } from 'openapi-fetch';
import { v4 as uuid } from 'uuid';
import type { operations, paths } from '#openapi';
import { isOffline } from '../connection.ts';
import { abortAfter, requestTimeoutMs } from './abortAfter.ts';

/** The operations that the client calls, by method and path in the contract, for the messages of failed requests. */
const operationIds = {
  'GET /rest/subscriber-feedback/briefs/{briefId}': 'getBrief',
  'POST /rest/subscriber-feedback/form-submit': 'submitFeedback',
  'POST /jsp/utilities/tools.jsp': 'signIn',
  'GET /jsp/logout.jsp': 'signOut',
  'GET /rest/alchemyuser/currentUser': 'getCurrentUser',
} as const satisfies Partial<Record<`${'GET' | 'POST'} ${keyof paths}`, keyof operations>>;

type Call = keyof typeof operationIds;

/** The operations of which only the status and the headers of a 2xx response matter. */
const unreadOperations: readonly (keyof operations)[] = ['signIn', 'signOut'];

type CalledPaths = Pick<paths, Call extends `${string} ${infer Path}` ? Path & keyof paths : never>;

export type ApiClient = Client<CalledPaths>;

/** The reason why a request failed. */
export type Failure =
  /** A status outside 200–299; `body` is the parsed JSON, or undefined if the body was empty. */
  | { kind: 'status'; status: number; body: unknown }
  /** A response of any status whose body is not JSON. */
  | { kind: 'unparsable'; status: number; text: string }
  /** No complete response. `sent` is false if the request has certainly not left the browser. */
  | { kind: 'noResponse'; status: 'FETCH_ERROR' | 'TIMEOUT_ERROR'; sent: boolean };

/** The only error that the API client throws, after it has called `onFailure` with it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** A UUID, shared with the alert about this error. */
  readonly id = uuid();
  readonly operationId: keyof operations;
  readonly failure: Failure;
  /** The response, whose body has already been read. Undefined if no complete response arrived. */
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

interface SentRequest {
  response: Promise<Response>;
  /** The signal that aborts the request on timeout. */
  signal: AbortSignal;
  /** Reads the body of the response as text. */
  readText(): Promise<string>;
}

/** A GET request that was sent before the API client existed. */
export interface EarlyRequest extends SentRequest {
  url: string;
}

export interface ApiClientOptions {
  /** Is called once per failed request, before the call rejects with the same error. */
  onFailure(error: RequestError): void;
  /** The origin to call; defaults to the page's origin. */
  baseUrl?: string;
  /** The time in ms within which the response must be complete, including its body. */
  timeoutMs?: number;
  /** The request that `loader.ts` has sent. Its response is used for the first call with the same URL. */
  earlyRequest?: EarlyRequest | undefined;
}

/**
 * Creates the openapi-fetch client for every request but the early one. A call resolves for a 2xx response with a
 * JSON body or an empty body (`data` is undefined); otherwise it rejects with a `RequestError`. A call whose 2xx body
 * does not matter needs `parseAs: 'stream'`.
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
  let unusedEarlyRequest = earlyRequest;

  function takeEarlyRequest({ url }: Request): EarlyRequest | undefined {
    const found = unusedEarlyRequest?.url === url ? unusedEarlyRequest : undefined;
    if (found) unusedEarlyRequest = undefined;
    return found;
  }

  async function send(request: Request, operationId: keyof operations): Promise<Response> {
    const wasOffline = isOffline();
    const sentRequest = takeEarlyRequest(request) ?? startRequest(request, timeoutMs);

    function fail(failure: Failure, details: { response?: Response; cause?: unknown }) {
      const error = new RequestError(operationId, failure, details);
      onFailure(error);
      return error;
    }

    let response: Response | undefined;
    let text: string;
    try {
      response = await sentRequest.response;
      if (response.ok && unreadOperations.includes(operationId)) return response;

      text = await sentRequest.readText();
    } catch (cause) {
      const status = sentRequest.signal.aborted ? 'TIMEOUT_ERROR' : 'FETCH_ERROR';
      const sent = response !== undefined || !wasOffline;
      throw fail({ kind: 'noResponse', status, sent }, { cause });
    }

    const { ok, status } = response;
    const body = parseJson(text);
    if (!body) throw fail({ kind: 'unparsable', status, text }, { response });
    if (!ok) throw fail({ kind: 'status', status, body: body.value }, { response });

    return new ReadResponse(response, text);
  }

  const client = createClient<CalledPaths>({ baseUrl });
  client.use({
    onRequest: ({ request, schemaPath }) => send(request, findOperationId(request, schemaPath)),
  });
  return client;
}

function startRequest(request: Request, timeoutMs: number): SentRequest {
  const signal = abortAfter(timeoutMs);
  const response = fetch(request, { signal });
  return { response, signal, readText: async () => (await response).text() };
}

/** A response whose body has been read, for openapi-fetch to read it again. */
class ReadResponse extends Response {
  override readonly redirected: boolean;

  constructor({ status, headers, redirected }: Response, text: string) {
    super(text.trim() || null, { status, headers });
    this.redirected = redirected;
    // With a length, openapi-fetch parses an empty body.
    this.headers.delete('content-length');
  }
}

/** Finds the operation of a request by its method and `path`, the path template of the contract. */
function findOperationId({ method }: Request, path: string): keyof operations {
  const call = `${method} ${path}`;
  if (!Object.hasOwn(operationIds, call)) throw new Error(`${call}: add it to operationIds`);

  return operationIds[call as Call];
}

/** Parses a body. Returns undefined if it is not JSON; an empty body has the value undefined. */
function parseJson(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };

  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
