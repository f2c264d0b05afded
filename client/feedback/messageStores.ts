import type { FeedbackParams } from '../routes.ts';
import { createStore, type Store } from '../store.ts';
import type { MessageState } from './messageState.ts';
import { loadMessages, saveMessages } from './tabStorage.ts';

/** The messages of a subscriber to a brief. Every change is written to `sessionStorage` immediately. */
interface MessageStore extends Pick<Store<MessageState>, 'get' | 'subscribe'> {
  update(change: (state: MessageState) => MessageState): void;
  /** Reads again what is stored, which another document in the same tab may have changed. */
  reload(): void;
  /** Whether the last change is stored. */
  isSaved(): boolean;
}

/**
 * One store per subscriber and brief, so that no message is sent under another subscriber's id. A store
 * outlives the form, since a response can arrive after the form is gone.
 */
export interface MessageStores {
  get(params: FeedbackParams): MessageStore;
  reload(): void;
}

export function createMessageStores(): MessageStores {
  const stores = new Map<string, MessageStore>();
  return {
    get({ subscriberId, briefId }) {
      // Unambiguous, because ids contain no slash.
      const key = `${subscriberId}/${briefId}`;
      const store = stores.get(key) ?? createMessageStore({ subscriberId, briefId });
      stores.set(key, store);
      return store;
    },
    reload() {
      for (const store of stores.values()) store.reload();
    },
  };
}

function createMessageStore(params: FeedbackParams): MessageStore {
  const { get, set, subscribe } = createStore(loadMessages(params));
  let isSaved = true;
  return {
    get,
    subscribe,
    update(change) {
      const next = change(get());
      isSaved = saveMessages(params, next);
      set(next);
    },
    reload() {
      // What could not be stored is only here.
      if (isSaved) set(loadMessages(params));
    },
    isSaved: () => isSaved,
  };
}
