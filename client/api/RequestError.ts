import type { operations } from '#openapi';

/** The contract's operations; SPEC calls one of these an "action type". */
export type OperationId = keyof operations;

/** How a request failed. */
export type Failure =
  /** An answer whose status is a failure; its body was JSON, or there was none. */
  | { kind: 'status'; status: number; body: unknown; headers?: Headers }
  /** An answer of any status whose body is no JSON. */
  | { kind: 'unparsable'; status: number; text: string; headers?: Headers }
  /** No answer, or one that broke off; `sent` is false where there was no connection to send it over. */
  | { kind: 'noAnswer'; status: 'FETCH_ERROR' | 'TIMEOUT_ERROR'; sent: boolean };

/** Whether what was sent has reached the backend, as far as the browser can know. */
export type Delivery = 'delivered' | 'notDelivered' | 'unknown';

/** The one error that the API layer throws. It has been reported by the time a caller catches it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** A UUID; the alert about this failure carries it too. */
  readonly id: string;
  readonly operationId: OperationId;
  readonly failure: Failure;

  constructor(id: string, operationId: OperationId, failure: Failure, options?: ErrorOptions) {
    super(`${operationId} failed with status ${failure.status}`, options);
    this.id = id;
    this.operationId = operationId;
    this.failure = failure;
  }

  get delivery(): Delivery {
    return deliveryOf(this.failure);
  }

  /** The answer's headers; undefined where there was no answer. */
  get headers(): Headers | undefined {
    return this.failure.kind === 'noAnswer' ? undefined : this.failure.headers;
  }

  /** Whether the answer's own status was 401, whatever its body. */
  get isUnauthorized(): boolean {
    return this.failure.status === 401;
  }
}

/** A failure on its way to the one place that reports it; nobody past `createCall` sees it. */
export class FailedAnswer extends Error {
  override readonly name = 'FailedAnswer';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options);
    this.failure = failure;
  }
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function deliveryOf(failure: Failure): Delivery {
  if (failure.kind === 'noAnswer') return failure.sent ? 'unknown' : 'notDelivered';
  if (isSuccess(failure.status)) return 'delivered';
  return mayHaveArrived(failure) ? 'unknown' : 'notDelivered';
}

/** Between host and backend a request can get lost on either way; only the host knows which. */
function mayHaveArrived(failure: Exclude<Failure, { kind: 'noAnswer' }>): boolean {
  if (failure.status !== 502 && failure.status !== 504) return false;
  const body = failure.kind === 'status' ? failure.body : undefined;
  return !(
    typeof body === 'object' &&
    body !== null &&
    'mayHaveArrived' in body &&
    body.mayHaveArrived === false
  );
}
