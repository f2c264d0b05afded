/**
 * Whether the browser claimed to be online when the page was loaded. A browser that denied it, as some web views always
 * do, is wrong, and is never taken to be offline.
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
