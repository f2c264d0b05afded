import { v4 as uuid } from 'uuid';
import { createStore, type Store } from '../store.ts';

export type AlertType = 'success' | 'error' | 'warning' | 'info';

export interface AlertMessage {
  id: string;
  type: AlertType;
  text: string;
  /** Stays until it is closed. */
  persistent: boolean;
}

/** An alert of a queue's list. Positions are unique and increase along the list. */
type QueuedAlert = AlertMessage & { readonly position: number };

/** An alert to add. The id defaults to a random UUID, `persistent` to false. */
export type NewAlert = Pick<AlertMessage, 'type' | 'text'> & Partial<AlertMessage>;

/** The reason why no alert is dismissed at the moment. */
type HoldReason = 'pointer' | 'focus';

export interface AlertQueue extends Pick<Store<readonly QueuedAlert[]>, 'get' | 'subscribe'> {
  /** The position that the next alert will get. */
  nextPosition(): number;
  /** Returns the alert's id. Replaces an alert with the same id. */
  add(alert: NewAlert): string;
  /** Also releases every hold: a removed alert fires no `pointerleave` or `blur` event. */
  remove(id: string): void;
  hold(reason: HoldReason): void;
  /** Restarts the delay once the last hold is released. */
  release(reason: HoldReason): void;
}

/** The time from the last change of the list until all non-persistent alerts are dismissed. */
const dismissDelayMs = 5000;

const isPersistent = (alert: AlertMessage) => alert.persistent;

/** Creates a queue that dismisses its non-persistent alerts together, 5 seconds after its last change. */
export function createAlertQueue(): AlertQueue {
  const list = createStore<readonly QueuedAlert[]>([]);
  let nextPosition = 1;
  const holds = new Set<HoldReason>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function restartTimer() {
    clearTimeout(timer);
    if (holds.size > 0) return;
    timer = setTimeout(() => list.set(list.get().filter(isPersistent)), dismissDelayMs);
  }

  function change(alerts: readonly QueuedAlert[]) {
    list.set(alerts);
    restartTimer();
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    nextPosition: () => nextPosition,
    add({ id = uuid(), type, text, persistent = false }) {
      const position = nextPosition++;
      const others = list.get().filter((alert) => alert.id !== id);
      change([...others, { id, type, text, persistent, position }]);
      return id;
    },
    remove(id) {
      holds.clear();
      change(list.get().filter((alert) => alert.id !== id));
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
