/** Runs in a page before its scripts, as a browser that denies access to storage does. */
export function denyStorage(): void {
  Object.defineProperty(window, 'sessionStorage', {
    get() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
}
