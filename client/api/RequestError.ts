import type { GatewayProblem } from '#openapi';
import type { OperationId } from './operationIds.ts';

/** Why a request failed. */
export type Failure =
  /** A status outside 200–299; `body` is the parsed JSON, or undefined if the body was empty. */
  | { kind: 'status'; status: number; body: unknown }
  /** A response of any status whose body is not JSON. */
  | { kind: 'unparsable'; status: number; text: string }
  /** No complete response. `sent` is false if the browser was offline when the request was made. */
  | { kind: 'noResponse'; status: 'FETCH_ERROR' | 'TIMEOUT_ERROR'; sent: boolean };

/** Whether a request reached the backend. `unconfirmed`: it may or may not have. */
export type DeliveryStatus = 'delivered' | 'notSent' | 'unconfirmed';

export interface RequestErrorOptions extends ErrorOptions {
  response?: Response;
}

/** The only error the API client throws. It has already been reported when the caller catches it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** A UUID, shared with the alert about this error. */
  readonly id: string;
  readonly operationId: OperationId;
  readonly failure: Failure;
  /** Undefined if there was no complete response. The body has already been read. */
  readonly response: Response | undefined;

  constructor(
    id: string,
    operationId: OperationId,
    failure: Failure,
    { response, ...options }: RequestErrorOptions = {},
  ) {
    super(`${operationId} failed with status ${failure.status}`, options);
    this.id = id;
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

  /** Whether the request reached the backend, as far as the browser can tell. */
  get deliveryStatus(): DeliveryStatus {
    const { failure } = this;
    if (failure.kind === 'noResponse') return failure.sent ? 'unconfirmed' : 'notSent';
    // The endpoint that redirected may have accepted the request.
    if (this.response?.redirected) return 'unconfirmed';
    if (isSuccess(failure.status)) return isMarkup(failure) ? 'unconfirmed' : 'delivered';
    return mayHaveArrived(failure) ? 'unconfirmed' : 'notSent';
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** Whether the body is HTML, which a portal or a TLS proxy sends instead of the backend. */
function isMarkup(failure: Failure): boolean {
  return failure.kind === 'unparsable' && failure.text.trimStart().startsWith('<');
}

/** The host's 502 and 504 report `mayHaveArrived: false` only if it could not connect to the backend. */
function mayHaveArrived(failure: Exclude<Failure, { kind: 'noResponse' }>): boolean {
  if (failure.status !== 502 && failure.status !== 504) return false;
  const body = failure.kind === 'status' ? failure.body : undefined;
  return (body as Partial<GatewayProblem> | null | undefined)?.mayHaveArrived !== false;
}
