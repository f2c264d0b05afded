import { v4 as uuid } from 'uuid';
import { createStore } from '../store.ts';

export type AlertType = 'success' | 'error' | 'warning' | 'info';

export interface AlertMessage {
  id: string;
  type: AlertType;
  text: string;
  /** Stays until it is closed. */
  persistent: boolean;
}

/** An alert to add. The id defaults to a random UUID, `persistent` to false. */
export type NewAlert = Pick<AlertMessage, 'type' | 'text'> & Partial<AlertMessage>;

/** The reason why no alert is dismissed at the moment. */
type HoldReason = 'pointer' | 'focus';

export type AlertQueue = ReturnType<typeof createAlertQueue>;

/** The time from the last change of the list until all non-persistent alerts are dismissed. */
const dismissDelayMs = 5000;

/** Creates a queue that dismisses its non-persistent alerts together, 5 seconds after its last change. */
export function createAlertQueue() {
  const { get, set, subscribe } = createStore<readonly (AlertMessage & { position: number })[]>([]);
  let nextPosition = 1;
  const holds = new Set<HoldReason>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function restartTimer() {
    clearTimeout(timer);
    if (holds.size > 0) return;
    timer = setTimeout(() => set(get().filter(({ persistent }) => persistent)), dismissDelayMs);
  }

  function without(id: string) {
    return get().filter((alert) => alert.id !== id);
  }

  return {
    get,
    subscribe,
    /** The position that the next alert will get. Positions are unique and increase along the list. */
    nextPosition: () => nextPosition,
    /** Returns the alert's id. Replaces an alert with the same id. */
    add({ id = uuid(), type, text, persistent = false }: NewAlert): string {
      set([...without(id), { id, type, text, persistent, position: nextPosition++ }]);
      restartTimer();
      return id;
    },
    /** Also releases every hold: a removed alert fires no `pointerleave` or `blur` event. */
    remove(id: string) {
      holds.clear();
      set(without(id));
      restartTimer();
    },
    hold(reason: HoldReason) {
      holds.add(reason);
      restartTimer();
    },
    /** Restarts the delay once the last hold is released. */
    release(reason: HoldReason) {
      if (holds.delete(reason)) restartTimer();
    },
  };
}
