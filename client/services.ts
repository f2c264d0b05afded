import { createAlertQueue } from './alerts/alertQueue.ts';
import { createApiClient, type EarlyRequest } from './api/apiClient.ts';
import { findAlert } from './api/errorCatalogue.ts';
import { createFeedbackApi } from './api/feedbackApi.ts';
import { createMessageStores } from './feedback/messageStores.ts';
import { createStore } from './store.ts';

/** The services that all pages share. */
export type Services = ReturnType<typeof createServices>;

/**
 * Creates the services and connects failed requests to the alerts and the logged-in flag.
 * @param earlyRequest the request that the loader has sent
 */
export function createServices(earlyRequest?: EarlyRequest) {
  const alerts = createAlertQueue();
  /** A sign-in sets it; a sign-out and any response with status 401 clear it. */
  const isLoggedIn = createStore(true);
  /** Sends every request but the early one. */
  const apiClient = createApiClient({
    earlyRequest,
    onFailure(error) {
      if (error.isUnauthorized) isLoggedIn.set(false);
      const alert = findAlert(error);
      if (alert) alerts.add(alert);
    },
  });
  const feedbackApi = createFeedbackApi(apiClient);
  const messageStores = createMessageStores({ feedbackApi, alerts });
  return { apiClient, feedbackApi, alerts, isLoggedIn, messageStores };
}
