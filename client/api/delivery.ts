import type { GatewayProblem } from '#openapi';
import type { Advice } from '../messages.ts';
import type { Failure } from './RequestError.ts';

/** Whether a submission reached the backend. `unconfirmed`: it may or may not have. */
export type DeliveryStatus = 'delivered' | 'notSent' | 'unconfirmed';

/** What helps after a response that says that the message was not sent, by its status. By default, another attempt. */
const adviceByStatus: Readonly<Record<number, Advice>> = {
  401: 'contact',
  403: 'contact',
  404: 'contact',
  413: 'contact',
  415: 'contact',
  429: 'wait',
};

/** How a request ended. */
export interface Settled {
  /** Undefined if there was none, or if it broke off. */
  response?: Response | undefined;
  /** Undefined after a success. */
  failure?: Failure;
}

/**
 * Finds out whether a submission reached the backend, as far as the browser can tell. Who reads "not sent" sends the
 * message again, so it must be certain. The first row that applies is used; without one, the delivery is unconfirmed.
 */
export function findDelivery({ response, failure }: Settled): DeliveryStatus {
  const status = response?.status ?? 0;
  const [mediaType] = (response?.headers.get('content-type') ?? '').toLowerCase().split(/ *;/);
  // A portal or a TLS proxy sends a page instead of the backend.
  const isMarkup = failure?.kind === 'unparsable' && failure.text.trimStart().startsWith('<');
  const isHtml = isMarkup || mediaType === 'text/html';
  const isProblem = failure?.kind === 'status' && mediaType === 'application/problem+json';
  const problem: Partial<GatewayProblem> | undefined = isProblem ? (failure.body ?? {}) : undefined;

  const rows: readonly (readonly [DeliveryStatus, boolean])[] = [
    ['notSent', failure?.kind === 'noResponse' && !failure.sent],
    // The endpoint that redirected may have accepted the message.
    ['unconfirmed', response?.redirected === true],
    ['delivered', response?.ok === true && !isHtml],
    // Browsers repeat a POST by themselves after a 408 and on a broken connection, with a captcha response that is used by then.
    ['unconfirmed', status === 408 || status === 409],
    ['notSent', status >= 400 && status <= 499],
    // Only the host knows whether it connected to the backend.
    ['notSent', problem?.mayHaveArrived === false],
    ['unconfirmed', problem?.mayHaveArrived === true],
    ['notSent', problem !== undefined && [500, 503].includes(status)],
  ];
  return rows.find(([, applies]) => applies)?.[0] ?? 'unconfirmed';
}

export function findAdvice({ response }: Settled): Advice {
  return adviceByStatus[response?.status ?? 0] ?? 'retry';
}
