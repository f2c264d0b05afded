import { type AlertQueue, createAlertQueue } from './alerts/alertQueue.ts';
import { type ApiClient, createApiClient, type EarlyRequest } from './api/apiClient.ts';
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
  messageStores: MessageStores;
  /** Initially true. A sign-in sets it; a sign-out and any response with status 401 clear it. */
  isLoggedIn: Store<boolean>;
}

/**
 * Creates the services and connects failed requests to the alerts and the logged-in flag.
 * @param earlyRequest the request that the loader has sent
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
  const feedbackApi = createFeedbackApi(apiClient);
  return {
    apiClient,
    feedbackApi,
    alerts,
    isLoggedIn,
    messageStores: createMessageStores({ feedbackApi, alerts }),
  };
}
