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

/**
 * Who reads "not sent" sends the message again, so it must be certain. The first row that applies is used;
 * without one, the delivery is unconfirmed.
 */
const rows: readonly (readonly [DeliveryStatus, (status: number, settled: Settled) => boolean])[] =
  [
    ['notSent', (_, { failure }) => failure?.kind === 'noResponse' && !failure.sent],
    // The endpoint that redirected may have accepted the message.
    ['unconfirmed', (_, { response }) => response?.redirected === true],
    ['delivered', (_, settled) => settled.response?.ok === true && !isHtml(settled)],
    // Browsers repeat a POST by themselves after a 408 and on a broken connection, with a captcha response that is used by then.
    ['unconfirmed', (status) => status === 408 || status === 409],
    ['notSent', (status) => status >= 400 && status <= 499],
    // Only the host knows whether it connected to the backend.
    ['notSent', (_, settled) => findProblem(settled)?.mayHaveArrived === false],
    ['unconfirmed', (_, settled) => findProblem(settled)?.mayHaveArrived === true],
    ['notSent', (status, settled) => [500, 503].includes(status) && Boolean(findProblem(settled))],
  ];

/** Finds out whether a submission reached the backend, as far as the browser can tell. */
export function findDelivery(settled: Settled): DeliveryStatus {
  const status = settled.response?.status ?? 0;
  return rows.find(([, applies]) => applies(status, settled))?.[0] ?? 'unconfirmed';
}

/** Whether the response is a page, which a portal or a TLS proxy sends instead of the backend. */
function isHtml({ response, failure }: Settled): boolean {
  const isMarkup = failure?.kind === 'unparsable' && failure.text.trimStart().startsWith('<');
  return isMarkup || hasMediaType(response, 'text/html');
}

function findProblem({ response, failure }: Settled): Partial<GatewayProblem> | undefined {
  const isProblem = hasMediaType(response, 'application/problem+json');
  return isProblem && failure?.kind === 'status' ? (failure.body ?? {}) : undefined;
}

function hasMediaType(response: Response | undefined, mediaType: string): boolean {
  const [essence] = (response?.headers.get('content-type') ?? '').toLowerCase().split(';');
  return essence?.trim() === mediaType;
}
