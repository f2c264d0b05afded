import type { Brief, FeedbackSubmission } from '#openapi';
import type { Call } from './createCall.ts';

/** The part of a brief that the page uses; a name that the backend left out is empty. */
export type BriefNames = Pick<Brief, 'name' | 'fullName'>;

export interface FeedbackApi {
  /** An answer without a usable brief gives empty names. Throws `RequestError`. */
  getBrief(briefId: string): Promise<BriefNames>;
  /** Goes out even when the page is closed meanwhile. Throws `RequestError`. */
  submitFeedback(submission: FeedbackSubmission): Promise<void>;
}

export function createFeedbackApi(call: Call): FeedbackApi {
  return {
    async getBrief(briefId) {
      const { data } = await call('getBrief', (client, options) =>
        client.GET('/rest/subscriber-feedback/briefs/{briefId}', {
          ...options,
          params: { path: { briefId } },
        }),
      );
      return { name: textOf(data?.name), fullName: textOf(data?.fullName) };
    },

    async submitFeedback(submission) {
      await call('submitFeedback', (client, options) =>
        client.POST('/rest/subscriber-feedback/form-submit', {
          ...options,
          body: submission,
          keepalive: true,
        }),
      );
    },
  };
}

/** A backend may break its promise of a text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
