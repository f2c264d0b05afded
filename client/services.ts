import { type AlertQueue, createAlertQueue } from './alerts/alertQueue.ts';
import { type ApiClient, createApiClient } from './api/apiClient.ts';
import { findReaction } from './api/errorCatalogue.ts';
import { createFeedbackApi } from './api/feedbackApi.ts';
import { createMessageStores, type MessageStores } from './feedback/messageStores.ts';
import type { BriefServices } from './feedback/useBrief.ts';
import { createStore, type Store } from './store.ts';

/** The services that all pages share. */
export interface Services extends BriefServices {
  /** Sends every request of the product. */
  apiClient: ApiClient;
  alerts: AlertQueue;
  messageStores: MessageStores;
  /** Initially true. A sign-in sets it; a sign-out and any response with status 401 clear it. */
  isLoggedIn: Store<boolean>;
}

/**
 * Creates the services and connects failed requests to the alerts and the logged-in flag.
 * @param loaded what the loader has left to the client script
 */
export function createServices({
  earlyRequest,
  shownBrief,
}: Pick<Window, 'earlyRequest' | 'shownBrief'> = {}): Services {
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
    shownBrief,
    alerts,
    isLoggedIn,
    messageStores: createMessageStores({ feedbackApi, alerts }),
  };
}
