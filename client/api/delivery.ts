import type { GatewayProblem } from '#openapi';
import type { Failure } from './RequestError.ts';

/** Whether a submission reached the backend. `unconfirmed`: it may or may not have. */
export type DeliveryStatus = 'delivered' | 'notSent' | 'unconfirmed';

/** How a request ended. */
export interface Settled {
  /** Undefined if there was none, or if it broke off. */
  response?: Response | undefined;
  /** Undefined after a success. */
  failure?: Failure;
}

interface Facts {
  /** False if the request has certainly not left the browser. */
  sent: boolean;
  /** 0 if there was no complete response. */
  status: number;
  redirected: boolean;
  /** Whether the response is a page, which a portal or a TLS proxy sends instead of the backend. */
  isHtml: boolean;
  problem: Partial<GatewayProblem> | undefined;
}

/**
 * Who reads "not sent" sends the message again, so it must be certain. The first row that applies is used;
 * without one, the delivery is unconfirmed.
 */
const rows: readonly (readonly [DeliveryStatus, (facts: Facts) => boolean])[] = [
  ['notSent', ({ sent }) => !sent],
  // The endpoint that redirected may have accepted the message.
  ['unconfirmed', ({ redirected }) => redirected],
  ['delivered', ({ status, isHtml }) => isSuccess(status) && !isHtml],
  // Browsers repeat a POST by themselves after a 408 and on a broken connection, with a captcha response that is used by then.
  ['unconfirmed', ({ status }) => status === 408 || status === 409],
  ['notSent', ({ status }) => status >= 400 && status <= 499],
  // Only the host knows whether it connected to the backend.
  ['notSent', ({ problem }) => problem?.mayHaveArrived === false],
  ['unconfirmed', ({ problem }) => problem?.mayHaveArrived === true],
  ['notSent', ({ status, problem }) => Boolean(problem) && (status === 500 || status === 503)],
];

/** Finds out whether a submission reached the backend, as far as the browser can tell. */
export function findDelivery(settled: Settled): DeliveryStatus {
  const facts = collectFacts(settled);
  return rows.find(([, applies]) => applies(facts))?.[0] ?? 'unconfirmed';
}

function collectFacts({ response, failure }: Settled): Facts {
  const mediaType = response?.headers.get('content-type') ?? '';
  const isProblem = /^application\/problem\+json\b/i.test(mediaType);
  return {
    sent: failure?.kind !== 'noResponse' || failure.sent,
    status: response?.status ?? 0,
    redirected: Boolean(response?.redirected),
    isHtml: /^text\/html\b/i.test(mediaType) || isMarkup(failure),
    problem: isProblem && failure?.kind === 'status' ? (failure.body ?? {}) : undefined,
  };
}

function isMarkup(failure: Failure | undefined): boolean {
  return failure?.kind === 'unparsable' && failure.text.trimStart().startsWith('<');
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
