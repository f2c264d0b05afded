/** Runs in a page before its scripts, as a browser that denies access to storage, and so to other tabs, does. */
export function denyStorage(): void {
  function deny(): never {
    throw new DOMException('denied', 'SecurityError');
  }
  Object.defineProperty(window, 'sessionStorage', { get: deny });
  // Firefox.
  window.BroadcastChannel = deny as never;
}
