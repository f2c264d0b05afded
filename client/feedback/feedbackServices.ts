import type { AlertQueue } from '../alerts/alertQueue.ts';
import type { FeedbackApi } from '../api/feedbackApi.ts';
import type { MessageStores } from './messageStores.ts';

/** The services that the feedback page needs. */
export interface FeedbackServices {
  feedbackApi: FeedbackApi;
  alerts: Pick<AlertQueue, 'add'>;
  messageStores: MessageStores;
}
