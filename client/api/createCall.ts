import createClient, { type Client } from 'openapi-fetch';
import { v4 as uuid } from 'uuid';
import type { paths } from '#openapi';
import { type Answer, fetchAnswer } from './fetchAnswer.ts';
import { FailedAnswer, type OperationId, RequestError } from './RequestError.ts';

export interface CallOptions {
  /** Hears of every failed request, once, before the caller does. */
  onFailure(error: RequestError): void;
  /** What a request goes through; the platform's own unless given. */
  fetch?: typeof globalThis.fetch;
  /** The origin to call; the page's own unless given. */
  baseUrl?: string;
  /** Milliseconds until an answer must have arrived whole. */
  timeLimit?: number;
}

/** Makes one request with the typed client; `fetch` has to be handed on to it. */
type Send<Result> = (
  client: Client<paths>,
  options: { fetch(request: Request): Promise<Response> },
) => Promise<Result>;

/** Makes one call. What it resolves to is a success; a failure is thrown as a `RequestError`. */
export type Call = <Result>(
  operationId: OperationId,
  send: Send<Result>,
  body?: Answer['body'],
) => Promise<Result>;

/**
 * Makes the function through which every request of the product goes. It is the one place that sees
 * every failure: it gives it an id, reports it and throws it.
 */
export function createCall({
  onFailure,
  fetch = (...request) => globalThis.fetch(...request),
  baseUrl = globalThis.location?.origin,
  timeLimit = 30_000,
}: CallOptions): Call {
  const client = createClient<paths>({ baseUrl });

  return async (operationId, send, body = 'json') => {
    try {
      return await send(client, {
        fetch: (request) => fetchAnswer(request, { fetch, timeLimit, body }),
      });
    } catch (cause) {
      if (!(cause instanceof FailedAnswer)) throw cause;
      const error = new RequestError(uuid(), operationId, cause.failure, { cause: cause.cause });
      onFailure(error);
      throw error;
    }
  };
}
