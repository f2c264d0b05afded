import type { AlertQueue } from '../alerts/alertQueue.ts';
import type { Delivery, FeedbackApi } from '../api/feedbackApi.ts';
import type { Captcha } from '../captcha/createCaptcha.ts';
import { thankYou } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import { createStore } from '../store.ts';
import {
  type MessageFields,
  readFields,
  storageKey,
  toSubmission,
  writeFields,
} from './messageFields.ts';
import {
  afterReload,
  deliverElsewhere,
  edit,
  failChecking,
  finishSending,
  type MessageState,
  startChecking,
  startSending,
} from './messageState.ts';
import { isCleared, loadMessages, saveMessages } from './tabStorage.ts';

export interface MessageServices {
  feedbackApi: Pick<FeedbackApi, 'submitFeedback'>;
  alerts: Pick<AlertQueue, 'add'>;
}

export type MessageStores = ReturnType<typeof createMessageStores>;

/**
 * One store per subscriber and brief, so that no message is sent under another subscriber's id. A store
 * outlives the form, since a response can arrive after the form is gone.
 */
export function createMessageStores(services: MessageServices) {
  const stores = new Map<string, MessageStore>();
  return {
    get(params: FeedbackParams): MessageStore {
      const key = storageKey(params);
      const store = stores.get(key) ?? createMessageStore(params, services);
      stores.set(key, store);
      return store;
    },
    /** Reads the fields of every form and stores them, before the page is left. */
    save() {
      for (const store of stores.values()) store.save();
    },
    reload() {
      for (const store of stores.values()) store.reload();
    },
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;

/** The messages of a subscriber to a brief. Every change is written to `sessionStorage` immediately. */
function createMessageStore(params: FeedbackParams, { feedbackApi, alerts }: MessageServices) {
  const key = storageKey(params);
  const { get, set, subscribe } = createStore(afterReload(loadMessages(key)));
  let isSaved = true;
  let lastCaptcha: Pick<Captcha, 'dispose'> | undefined;
  let form: ParentNode | undefined;
  let isPageLeft = false;
  let otherTabs: BroadcastChannel | undefined;

  /** Reads the fields, which a tool of the subscriber may have set without an event. */
  function readState(): MessageState {
    // Until this page is shown again, another one of the tab may have written.
    if (isPageLeft && isSaved) return loadMessages(key);

    return edit(get(), form && !isPageLeft ? readFields(form) : {});
  }

  /** Changes the state, after it has been brought up to date. */
  function update(change = (state: MessageState) => state) {
    const next = change(readState());
    if (next !== get()) {
      isSaved = saveMessages(key, next);
      set(next);
    }
    show();
  }

  function finish(submitted: MessageFields, delivery: Delivery) {
    update((state) => finishSending(state, submitted, delivery));
  }

  function show() {
    if (form) writeFields(form, get().fields);
  }

  return {
    get,
    subscribe,
    update,

    /**
     * Keeps the state and the fields of the form the same, beginning with the state.
     * @returns the function that ends it
     */
    connect(connected: ParentNode): () => void {
      form = connected;
      show();
      otherTabs ??= openChannel(key, (submitted) =>
        update((state) => deliverElsewhere(state, submitted)),
      );
      return () => {
        update();
        form = undefined;
      };
    },

    /**
     * Runs the captcha and sends the contents of the form, which must be complete. Resolves as soon as the form can
     * be edited again, before the backend has responded; the state gets the delivery status later.
     */
    async submit(captcha: Omit<Captcha, 'preload'>): Promise<void> {
      update(startChecking);
      lastCaptcha = captcha;
      const outcome = await captcha.execute();
      const { status } = get();
      // The page was left and shown again, maybe with other text.
      if (status.kind !== 'checking') return;
      if (outcome.kind !== 'token') {
        const isOffline = navigator.onLine === false && outcome.kind !== 'dismissed';
        return update((state) => failChecking(state, isOffline ? 'offline' : outcome.kind));
      }

      const { submitted } = status;
      update((state) => startSending(state, submitted));
      feedbackApi
        .submitFeedback({
          ...params,
          ...toSubmission(submitted),
          recaptchaResponse: outcome.token,
        })
        .then((delivery) => {
          finish(submitted, delivery);
          // A copy of this tab would offer the message to be sent again.
          if (delivery.status === 'delivered') otherTabs?.postMessage(submitted);
        });
      alerts.add({ type: 'success', text: thankYou });
    },

    /**
     * Stores what the fields show, before the page is left, and everything if it has been cleared meanwhile. Until
     * `reload`, they are not read again: Safari empties them when it shows the page again.
     */
    save() {
      update((state) => (isCleared(key) ? { ...state } : state));
      isPageLeft = true;
    },

    /** Reads again what is stored, which another document in the same tab may have changed. */
    reload() {
      isPageLeft = false;
      // What could not be stored is only here.
      if (isSaved) {
        set(afterReload(loadMessages(key)));
        lastCaptcha?.dispose();
      }
      show();
    },

    /** Whether the last change is stored. */
    isSaved: () => isSaved,
  };
}

/** Connects to the other tabs with the same page. Firefox denies that to a site that may not store anything. */
function openChannel(name: string, receive: (submitted: MessageFields) => void) {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => receive(data);
    return channel;
  } catch {
    return undefined;
  }
}
