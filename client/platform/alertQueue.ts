import { v4 as uuid } from 'uuid';
import { createStore, type Store } from './store.ts';

export type AlertType = 'success' | 'error' | 'warning' | 'info';

export interface AlertMessage {
  id: string;
  type: AlertType;
  text: string;
  /** Stays until it is closed. */
  persistent: boolean;
}

/** An alert to be added; without an id it is given a random one, and it is not persistent unless it says so. */
export type NewAlert = Pick<AlertMessage, 'type' | 'text'> & Partial<AlertMessage>;

/** What keeps alerts from vanishing while somebody is at one. */
export type HoldReason = 'pointer' | 'focus';

export interface AlertQueue extends Pick<Store<readonly AlertMessage[]>, 'get' | 'subscribe'> {
  /** Returns the alert's id. An alert with the id of an earlier one takes its place. */
  add(alert: NewAlert): string;
  /** Also releases every hold, because what held may have gone with the alert. */
  remove(id: string): void;
  hold(reason: HoldReason): void;
  /** The time until the alerts vanish starts anew. */
  release(reason: HoldReason): void;
}

/** Milliseconds from the last change of the list until every alert that is not persistent goes. */
export const dismissDelay = 5000;

const isPersistent = (alert: AlertMessage) => alert.persistent;

export function createAlertQueue(): AlertQueue {
  const list = createStore<readonly AlertMessage[]>([]);
  const holds = new Set<HoldReason>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function restartTimer() {
    clearTimeout(timer);
    if (holds.size > 0) return;
    timer = setTimeout(() => list.set(list.get().filter(isPersistent)), dismissDelay);
  }

  function change(alerts: readonly AlertMessage[]) {
    list.set(alerts);
    restartTimer();
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    add({ id = uuid(), type, text, persistent = false }) {
      change([...list.get().filter((it) => it.id !== id), { id, type, text, persistent }]);
      return id;
    },
    remove(id) {
      holds.clear();
      change(list.get().filter((it) => it.id !== id));
    },
    hold(reason) {
      holds.add(reason);
      restartTimer();
    },
    release(reason) {
      if (holds.delete(reason)) restartTimer();
    },
  };
}
