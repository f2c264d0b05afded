import { v4 as uuid } from 'uuid';
import type { OperationId } from './operationIds.ts';

/** Why a request failed. */
export type Failure =
  /** A status outside 200–299; `body` is the parsed JSON, or undefined if the body was empty. */
  | { kind: 'status'; status: number; body: unknown }
  /** A response of any status whose body is not JSON. */
  | { kind: 'unparsable'; status: number; text: string }
  /** No complete response. `sent` is false if the request has certainly not left the browser. */
  | { kind: 'noResponse'; status: 'FETCH_ERROR' | 'TIMEOUT_ERROR'; sent: boolean };

/** The time within which a response must be complete, including its body. */
export const requestTimeoutMs = 30_000;

/** Returns a signal that aborts after a time. Safari 15 has no `AbortSignal.timeout`. */
export function abortAfter(timeoutMs: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(timeoutMs);

  const controller = new AbortController();
  setTimeout(() => controller.abort(), timeoutMs);
  return controller.signal;
}

/** The only error the API client throws. It has already been reported when the caller catches it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** A UUID, shared with the alert about this error. */
  readonly id = uuid();
  readonly operationId: OperationId;
  readonly failure: Failure;
  /** Undefined if there was no complete response. The body has already been read. */
  readonly response: Response | undefined;

  constructor(
    operationId: OperationId,
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
