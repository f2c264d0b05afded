import { runCommand } from '../command/runCommand.ts';

/** Starts the stack for development. `npm run dev` starts this file again whenever another file is saved. */
await runCommand({ usage: 'Usage: npm run dev' }, async () => {
  const { runStack } = await import('./runStack.ts');
  await runStack({ isDevelopment: true });
});
