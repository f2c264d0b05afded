import { runStack } from './runStack.ts';

/**
 * Reloads the page when the document that the host serves has another script or stylesheet. The page's policy blocks
 * esbuild's own event stream, whose origin is not the host's.
 */
const reloadOnChange = `
setInterval(async () => {
  const response = await fetch(location.href).catch(() => undefined);
  const html = await response?.text();
  const parts = [new URL(import.meta.url).pathname, document.querySelector('style').textContent];
  if (html && !parts.every((part) => html.includes(part))) location.reload();
}, 1000);
`;

await runStack({ footer: reloadOnChange, isFast: true });
