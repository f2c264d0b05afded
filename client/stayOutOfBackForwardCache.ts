/**
 * Keeps the page out of the back/forward cache of Firefox, which gives each page there a session storage of its own, so
 * that what is written on another page would be lost. Firefox does not keep a page with this listener,
 * except on Android.
 */
export function stayOutOfBackForwardCache(): void {
  if (navigator.userAgent.includes('Firefox/')) window.addEventListener('unload', () => {});
}
