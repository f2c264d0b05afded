import { AlertQueue, type NewAlert } from './alerts/AlertQueue.ts';
import { createApiClient, type EarlyRequest, type RequestError } from './api/apiClient.ts';
import { createFeedbackApi } from './api/feedbackApi.ts';
import { MessageStores } from './feedback/MessageStore.ts';
import { requestFailed } from './messages.ts';
import { createStore } from './store.ts';

/** The services that all pages share. */
export type Services = ReturnType<typeof createServices>;

/**
 * Creates the services and connects failed requests to the alerts and the logged-in flag.
 * @param earlyRequest the request that `loader.ts` has sent
 */
export function createServices(earlyRequest?: EarlyRequest) {
  const alerts = new AlertQueue();
  /** The logged-in flag. A sign-in sets it; a sign-out and any response with status 401 clear it. */
  const isLoggedIn = createStore(true);
  /** The client for every request but the early one. */
  const apiClient = createApiClient({
    earlyRequest,
    onFailure(error) {
      if (error.isUnauthorized) isLoggedIn.set(false);
      else alerts.add(describeFailure(error));
    },
  });
  const feedbackApi = createFeedbackApi(apiClient);
  const messageStores = new MessageStores({ feedbackApi, alerts });
  return { apiClient, feedbackApi, alerts, isLoggedIn, messageStores };
}

/** Describes a failed request in an alert with the error's id. It shows a response that cannot be parsed. */
function describeFailure(error: RequestError): NewAlert {
  const { id, operationId, failure, response, isNotFound: persistent } = error;
  if (failure.kind === 'unparsable') {
    return { id, type: response?.ok ? 'success' : 'error', text: failure.text, persistent };
  }

  return { id, type: 'error', text: requestFailed(operationId, failure.status), persistent };
}
