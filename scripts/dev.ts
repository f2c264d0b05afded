import { runStack } from './runStack.ts';

/** A rebuilt file has another name, so the old one's address is gone: that is when the page reloads. */
const reloadWhenReplaced = `
setInterval(() => {
  for (const address of [import.meta.url, document.querySelector('link[rel=stylesheet]').href]) {
    fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status === 404 && location.reload(),
      () => {},
    );
  }
}, 1000);
`;

process.env.LOG_LEVEL ??= 'warn';
await runStack({ footer: reloadWhenReplaced });
