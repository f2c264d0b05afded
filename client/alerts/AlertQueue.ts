import { v4 as uuid } from 'uuid';
import { createStore } from '../store.ts';

export type AlertType = 'success' | 'error' | 'warning' | 'info';

export interface AlertMessage {
  id: string;
  type: AlertType;
  text: string;
  /** Whether the alert stays until it is closed. */
  persistent: boolean;
}

/** An alert to add. The id defaults to a random UUID, `persistent` to false. */
export type NewAlert = Pick<AlertMessage, 'type' | 'text'> & Partial<AlertMessage>;

/** An alert in the list. Positions are unique and increase along the list. */
export type ListedAlert = AlertMessage & { position: number };

/** The reason why an alert is held: the pointer is over it, or the focus is in it. No alert is dismissed meanwhile. */
type Holder = 'pointer' | 'focus';

/** The time in ms from the last change of the list until all non-persistent alerts are dismissed. */
const dismissDelayMs = 5000;

/** A queue that dismisses its non-persistent alerts together, 5 seconds after its last change. */
export class AlertQueue {
  readonly #alerts = createStore<readonly ListedAlert[]>([]);
  /**
   * The alert under the pointer, and the alert with the focus. One that has left the list no longer counts: it fires no
   * `pointerleave` or `blur` event.
   */
  readonly #held = new Map<Holder, ListedAlert | undefined>();
  #nextPosition = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly get = this.#alerts.get;
  readonly subscribe = this.#alerts.subscribe;

  /** The position of the next alert. */
  get nextPosition(): number {
    return this.#nextPosition;
  }

  /** Adds an alert, in place of one with the same id, and returns its id. */
  add({ id = uuid(), type, text, persistent = false }: NewAlert): string {
    const alert = { id, type, text, persistent, position: this.#nextPosition };
    this.#nextPosition += 1;
    this.#change([...this.#without(id), alert]);
    return id;
  }

  remove(id: string): void {
    this.#change(this.#without(id));
  }

  /** Keeps all alerts from being dismissed, because the pointer or the focus is on this one. */
  hold(holder: Holder, id: string): void {
    const alert = this.get().find((listed) => listed.id === id);
    this.#held.set(holder, alert);
    this.#restartTimer();
  }

  /** Ends `hold`. The delay starts again once no alert is held. */
  release(holder: Holder, id: string): void {
    if (this.#held.get(holder)?.id !== id) return;

    this.#held.delete(holder);
    this.#restartTimer();
  }

  #without(id: string): readonly ListedAlert[] {
    return this.get().filter((alert) => alert.id !== id);
  }

  #change(alerts: readonly ListedAlert[]): void {
    this.#alerts.set(alerts);
    this.#restartTimer();
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    const held = [...this.#held.values()];
    if (this.get().some((alert) => held.includes(alert))) return;

    this.#timer = setTimeout(() => this.#dismiss(), dismissDelayMs);
  }

  #dismiss(): void {
    this.#alerts.set(this.get().filter(({ persistent }) => persistent));
  }
}
