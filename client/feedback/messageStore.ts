import { createStore, type Store } from '../platform/store.ts';
import type { MessageState } from './messageState.ts';
import { loadMessages, saveMessages } from './messageStorage.ts';

/** Watches and changes what is written to one brief; each change is in the tab's storage at once. */
export interface MessageStore extends Pick<Store<MessageState>, 'get' | 'subscribe'> {
  update(change: (state: MessageState) => MessageState): void;
}

/** One store per brief, which outlives the form: an answer may come when the form has gone. */
export type MessageStores = (briefId: string) => MessageStore;

export function createMessageStores(): MessageStores {
  const stores = new Map<string, MessageStore>();
  return (briefId) => {
    const known = stores.get(briefId);
    if (known) return known;
    const store = createMessageStore(briefId);
    stores.set(briefId, store);
    return store;
  };
}

function createMessageStore(briefId: string): MessageStore {
  const { get, set, subscribe } = createStore(loadMessages(briefId));
  return {
    get,
    subscribe,
    update(change) {
      const next = change(get());
      saveMessages(briefId, next);
      set(next);
    },
  };
}
