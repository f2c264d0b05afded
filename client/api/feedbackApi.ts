import type { Brief, FeedbackSubmission, GatewayProblem } from '#openapi';
import type { Advice } from '../messages.ts';
import type { ApiClient, Failure, RequestError } from './apiClient.ts';

/** The fields of a brief that the page uses; a name missing from the response is empty. */
export type BriefNames = Pick<Brief, 'name' | 'fullName'>;

/** Whether a submission reached the backend. `unconfirmed`: it may or may not have. */
export type DeliveryStatus = 'delivered' | 'undelivered' | 'unconfirmed';

/** What has become of a submission. */
export interface Delivery {
  status: DeliveryStatus;
  /** What helps if it was not sent. */
  advice?: Advice;
}

/** How a request ended. */
interface Settled {
  /** Undefined if there was none, or if it broke off. */
  response?: Response | undefined;
  /** Undefined after a success. */
  failure?: Failure;
}

export type FeedbackApi = ReturnType<typeof createFeedbackApi>;

export function createFeedbackApi(client: ApiClient) {
  return {
    /** Resolves to empty names if the response contains no usable brief. Throws `RequestError`. */
    async getBrief(briefId: string): Promise<BriefNames> {
      const { data } = await client.GET('/rest/subscriber-feedback/briefs/{briefId}', {
        params: { path: { briefId } },
      });
      return { name: toText(data?.name), fullName: toText(data?.fullName) };
    },

    /** Completes even if the page is closed in the meantime. Never rejects. */
    async submitFeedback(body: FeedbackSubmission): Promise<Delivery> {
      const settled: Settled = await client
        .POST('/rest/subscriber-feedback/form-submit', { body, keepalive: true })
        .catch((error: RequestError) => error);
      return { status: findDelivery(settled), advice: findAdvice(settled) };
    },
  };
}

/** A backend may violate the contract, so the value may have any type. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Finds out whether a submission reached the backend, as far as the browser can tell. Who reads "not sent" sends the
 * message again, so it must be certain.
 */
export function findDelivery({ response, failure }: Settled): DeliveryStatus {
  if (failure?.kind === 'noResponse' && !failure.sent) return 'undelivered';
  // The endpoint that redirected may have accepted the message.
  if (!response || response.redirected) return 'unconfirmed';
  if (response.ok) return isHtml(response, failure) ? 'unconfirmed' : 'delivered';

  const { status } = response;
  // Browsers repeat a POST by themselves after a 408 and on a broken connection, with a captcha response that is used by then.
  if (status === 408 || status === 409) return 'unconfirmed';
  if (status >= 400 && status <= 499) return 'undelivered';
  return isSurelyNotSent(status, findProblem(response, failure)) ? 'undelivered' : 'unconfirmed';
}

/** Whether the problem details of a 5xx say that the message was not sent. */
function isSurelyNotSent(status: number, problem: Partial<GatewayProblem> | undefined): boolean {
  if (!problem) return false;
  // Only the host knows whether it connected to the backend.
  if (typeof problem.mayHaveArrived === 'boolean') return !problem.mayHaveArrived;
  return status === 500 || status === 503;
}

/** Whether it is a page, which a portal or a TLS proxy sends instead of the backend. */
function isHtml(response: Response, failure: Failure | undefined): boolean {
  const isMarkup = failure?.kind === 'unparsable' && failure.text.trimStart().startsWith('<');
  return isMarkup || findMediaType(response) === 'text/html';
}

/** Returns the problem details (RFC 9457) of a response, which can be the host's or a backend's. */
function findProblem(
  response: Response,
  failure: Failure | undefined,
): Partial<GatewayProblem> | undefined {
  const isProblem = findMediaType(response) === 'application/problem+json';
  return isProblem && failure?.kind === 'status' ? (failure.body ?? {}) : undefined;
}

function findMediaType({ headers }: Response): string {
  const [mediaType = ''] = (headers.get('content-type') ?? '').toLowerCase().split(/ *;/);
  return mediaType;
}

/** Finds what helps after a response that says that the message was not sent. */
function findAdvice({ response }: Settled): Advice {
  switch (response?.status) {
    case 401:
    case 403:
    case 404:
    case 413:
    case 415:
      return 'contact';
    case 429:
      return 'wait';
    default:
      return 'retry';
  }
}
