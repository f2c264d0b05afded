import { type AlertQueue, createAlertQueue } from './alerts/alertQueue.ts';
import { type ApiClient, createApiClient } from './api/apiClient.ts';
import type { EarlyRequest } from './api/earlyRequest.ts';
import { findReaction } from './api/errorCatalogue.ts';
import { createFeedbackApi, type FeedbackApi } from './api/feedbackApi.ts';
import { createMessageStores, type MessageStores } from './feedback/messageStores.ts';
import { createStore, type Store } from './store.ts';

/** The services that all pages share. */
export interface Services {
  /** Sends every request of the product. */
  apiClient: ApiClient;
  feedbackApi: FeedbackApi;
  alerts: AlertQueue;
  /** Initially true. A sign-in sets it; a sign-out and any response with status 401 clear it. */
  isLoggedIn: Store<boolean>;
  messageStores: MessageStores;
}

/**
 * Creates the services and connects failed requests to the alerts and the logged-in flag.
 * @param earlyRequest was sent before the client script ran
 */
export function createServices(earlyRequest?: EarlyRequest): Services {
  const alerts = createAlertQueue();
  const isLoggedIn = createStore(true);
  const apiClient = createApiClient({
    earlyRequest,
    onFailure(error) {
      const { signsOut, alert } = findReaction(error);
      if (signsOut) isLoggedIn.set(false);
      if (alert) alerts.add(alert);
    },
  });
  return {
    apiClient,
    feedbackApi: createFeedbackApi(apiClient),
    alerts,
    isLoggedIn,
    messageStores: createMessageStores(),
  };
}
