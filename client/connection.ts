/**
 * Whether the browser was online when the page was loaded. One that was not, as some web views always claim, is wrong
 * about it.
 */
const wasOnline = globalThis.navigator?.onLine !== false;

/** Whether the browser has lost its connection since the page was loaded, as far as it can tell. */
export function isOffline(): boolean {
  return wasOnline && navigator.onLine === false;
}

/** Calls `listener` when the browser loses or gets a connection. Returns the function that unsubscribes it. */
export function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
