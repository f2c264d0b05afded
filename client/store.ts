import { useSyncExternalStore } from 'react';

/** A value that components can subscribe to. `get` returns the same value until the next `set`. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls `listener` after each change. Returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a store with a first value.
 * @example
 * const isLoggedIn = createStore(true);
 * const unsubscribe = isLoggedIn.subscribe(() => console.log(isLoggedIn.get()));
 * isLoggedIn.set(false);
 */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Reads a store in a component and renders it again after each change.
 * @param getInitial returns the value with which the host has rendered the document
 */
export function useStore<Value>(
  { get, subscribe }: Pick<Store<Value>, 'get' | 'subscribe'>,
  getInitial = get,
): Value {
  return useSyncExternalStore(subscribe, get, getInitial);
}
