import { runStack } from './runStack.ts';

/**
 * Reloads the page when one of its files no longer exists: assets are named after their content, so
 * a changed file has a new URL.
 */
const reloadOnChange = `
setInterval(() => {
  for (const url of [import.meta.url, document.querySelector('link[rel=stylesheet]').href]) {
    fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status === 404 && location.reload(),
      () => {},
    );
  }
}, 1000);
`;

await runStack({ footer: reloadOnChange });
