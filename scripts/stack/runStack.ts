import { developmentDirectory } from '../build/paths.ts';
import { describeStack } from './describeStack.ts';
import { loadDotEnv } from './loadDotEnv.ts';
import { runServer } from './runServer.ts';
import { startStack } from './startStack.ts';

/**
 * Builds the client, starts the stack with the environment and `.env` of the working directory, and
 * prints the URLs to open.
 * @param isDevelopment whether the page is for debugging, and for this machine alone unless `HOST` is set
 */
export async function runStack({ isDevelopment = false } = {}): Promise<void> {
  const build = async () => {
    // Loaded last, so that errors of settings appear at once.
    const { buildClient } = await import('../build/buildClient.ts');
    await buildClient({ directory: developmentDirectory, isDevelopment });
  };
  await runServer(() => {
    loadDotEnv();
    if (isDevelopment && !process.env.HOST?.trim()) process.env.HOST = '127.0.0.1';
    return startStack(process.env, build);
  }, describeStack);
}
