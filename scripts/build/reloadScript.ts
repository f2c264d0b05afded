/**
 * A script that is appended to that of the page for development. It reloads the page when the host serves another
 * script or style sheet.
 */
export const reloadScript = `
setInterval(async () => {
  const response = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined);
  const html = await response?.text();
  const parts = [new URL(import.meta.url).pathname, document.querySelector('style').textContent];
  if (html && !parts.every((part) => html.includes(part))) location.reload();
}, 1000);
`;
