import type { Brief, FeedbackSubmission, GatewayProblem } from '#openapi';
import type { Advice } from '../messages.ts';
import type { ApiClient, Failure, RequestError } from './apiClient.ts';

/** The fields of a brief that the page uses; a name missing from the response is empty. */
export type BriefNames = Pick<Brief, 'name' | 'fullName'>;

/** The delivery of a submission to the backend. `unconfirmed`: the submission may or may not have arrived. */
export type DeliveryStatus = 'delivered' | 'undelivered' | 'unconfirmed';

/** The result of a submission. */
export interface Delivery {
  status: DeliveryStatus;
  /** The advice for a message that was not sent. */
  advice?: Advice;
}

/** The response or the failure with which a request ended. */
interface RequestResult {
  /** The response. Undefined if there was none, or if it broke off. */
  response?: Response | undefined;
  /** The reason of the failure. Undefined after a success. */
  failure?: Failure;
}

export type FeedbackApi = ReturnType<typeof createFeedbackApi>;

export function createFeedbackApi(client: ApiClient) {
  return {
    /**
     * Fetches the names of a brief, which are empty if the response contains no usable one.
     * @throws {RequestError}
     */
    async getBrief(briefId: string): Promise<BriefNames> {
      const { data } = await client.GET('/rest/subscriber-feedback/briefs/{briefId}', {
        params: { path: { briefId } },
      });
      return { name: toText(data?.name), fullName: toText(data?.fullName) };
    },

    /** Sends a message, even if the page is closed in the meantime. Never rejects. */
    async submitFeedback(body: FeedbackSubmission): Promise<Delivery> {
      const result: RequestResult = await client
        .POST('/rest/subscriber-feedback/form-submit', { body, keepalive: true })
        .catch((error: RequestError) => error);
      return { status: findDelivery(result), advice: findAdvice(result) };
    },
  };
}

/** Returns a value if it is a string, and an empty one for any other value, which violates the contract. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Finds out whether a submission reached the backend, as far as the browser can tell. `undelivered` must be certain,
 * because a subscriber who reads "Not sent" sends the message again.
 */
export function findDelivery({ response, failure }: RequestResult): DeliveryStatus {
  if (failure?.kind === 'noResponse' && !failure.sent) return 'undelivered';
  // The backend may have accepted the message before it redirected.
  if (!response || response.redirected) return 'unconfirmed';
  if (response.ok) return isHtml(response, failure) ? 'unconfirmed' : 'delivered';

  const { status } = response;
  // Browsers repeat a POST after a 408 or a broken connection, with a captcha response that is already used.
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

/** Whether a response is an HTML page, which a portal or a TLS proxy sends instead of the backend. */
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

/** Finds the advice for a response after which the message was not sent. */
function findAdvice({ response }: RequestResult): Advice {
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
