import type { Brief, FeedbackSubmission } from '#openapi';
import type { ApiClient } from './apiClient.ts';
import { type DeliveryStatus, findDelivery } from './delivery.ts';
import { RequestError } from './RequestError.ts';

/** The fields of a brief that the page uses; a name missing from the response is empty. */
export type BriefNames = Pick<Brief, 'name' | 'fullName'>;

/** What has become of a submission. */
export interface Delivery {
  status: DeliveryStatus;
  /** After a 401, another attempt does not help. */
  isUnauthorized?: boolean;
}

export interface FeedbackApi {
  /** Resolves to empty names if the response contains no usable brief. Throws `RequestError`. */
  getBrief(briefId: string): Promise<BriefNames>;
  /** Completes even if the page is closed in the meantime. Never rejects. */
  submitFeedback(submission: FeedbackSubmission): Promise<Delivery>;
}

export function createFeedbackApi(client: ApiClient): FeedbackApi {
  return {
    async getBrief(briefId) {
      const { data } = await client.GET('/rest/subscriber-feedback/briefs/{briefId}', {
        params: { path: { briefId } },
      });
      return { name: toText(data?.name), fullName: toText(data?.fullName) };
    },

    async submitFeedback(submission) {
      try {
        const { response } = await client.POST('/rest/subscriber-feedback/form-submit', {
          body: submission,
          keepalive: true,
        });
        return { status: findDelivery({ response }) };
      } catch (error) {
        if (!(error instanceof RequestError)) return { status: 'unconfirmed' };
        return { status: findDelivery(error), isUnauthorized: error.isUnauthorized };
      }
    },
  };
}

/** A backend may violate the contract, so the value may have any type. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
