import type { Brief, FeedbackSubmission } from '#openapi';
import type { Advice } from '../messages.ts';
import type { ApiClient } from './apiClient.ts';
import { type DeliveryStatus, findAdvice, findDelivery, type Settled } from './delivery.ts';
import type { RequestError } from './RequestError.ts';

/** The fields of a brief that the page uses; a name missing from the response is empty. */
export type BriefNames = Pick<Brief, 'name' | 'fullName'>;

/** What has become of a submission. */
export interface Delivery {
  status: DeliveryStatus;
  /** What helps if it was not sent. */
  advice?: Advice;
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
