import { createContext, useContext } from 'react';
import { type Call, createCall } from './api/createCall.ts';
import { consequenceOf } from './api/errorCatalogue.ts';
import { createFeedbackApi, type FeedbackApi } from './api/feedbackApi.ts';
import { createMessageStores, type MessageStores } from './feedback/messageStore.ts';
import { type AlertQueue, createAlertQueue } from './platform/alertQueue.ts';
import { createStore, type Store } from './platform/store.ts';
import type { Settings } from './settings.ts';

/** What outlives a single screen. The tree takes it from a context, so that a test can hand in its own. */
export interface Services {
  settings: Settings;
  /** Every request goes through this one. */
  call: Call;
  api: FeedbackApi;
  alerts: AlertQueue;
  /** True at first and after a sign-in; false after a sign-out and any failure with status 401. */
  isLoggedIn: Store<boolean>;
  messages: MessageStores;
}

/** Makes the services and joins them: a failed request reaches the alerts and the logged-in flag here. */
export function createServices(settings: Settings): Services {
  const alerts = createAlertQueue();
  const isLoggedIn = createStore(true);
  const call = createCall({
    onFailure(error) {
      const { signsOut, alert } = consequenceOf(error);
      if (signsOut) isLoggedIn.set(false);
      if (alert) alerts.add(alert);
    },
  });
  return {
    settings,
    call,
    api: createFeedbackApi(call),
    alerts,
    isLoggedIn,
    messages: createMessageStores(),
  };
}

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices needs a ServicesProvider above it.');
  return services;
}
