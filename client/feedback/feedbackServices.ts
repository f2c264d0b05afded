import type { BriefNames, FeedbackApi } from '../api/feedbackApi.ts';
import type { MessageStores } from './messageStores.ts';

/** The services that the feedback page needs. */
export interface FeedbackServices {
  feedbackApi: Pick<FeedbackApi, 'getBrief'>;
  /** The brief in the document that the client script hydrates, if it has one. */
  shownBrief?: BriefNames | undefined;
  messageStores: MessageStores;
}
