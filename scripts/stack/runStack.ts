import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { describeStack } from './describeStack.ts';
import { runServer } from './runServer.ts';
import { startStack } from './startStack.ts';

/**
 * Builds the client, starts the stack with the environment and `.env` of the working directory, and
 * prints the URLs to open.
 */
export async function runStack(): Promise<void> {
  if (existsSync('.env')) loadEnvFile();
  const build = async () => {
    // Loaded last, so that errors of settings appear at once.
    const { buildClient } = await import('../build/buildClient.ts');
    await buildClient({ isFast: true });
  };
  await runServer(() => startStack(process.env, build), describeStack);
}
