import { runStack } from './runStack.ts';

/** A rebuilt script has another name, so the old one's address is gone: that is when the page reloads. */
const reloadWhenReplaced = `
setInterval(() => {
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404 && location.reload(),
    () => {},
  );
}, 1000);
`;

process.env.LOG_LEVEL ??= 'warn';
await runStack({ footer: reloadWhenReplaced });
