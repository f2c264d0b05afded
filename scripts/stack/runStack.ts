import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { MockStartError } from '../../mock-api/MockStartError.ts';
import { StartupError } from '../../server/StartupError.ts';
import { buildClient, type ClientBuildOptions } from '../build/buildClient.ts';
import { describeStack } from './describeStack.ts';
import { startStack } from './startStack.ts';

/**
 * Builds the client, starts the stack with the environment and `.env` of the working directory,
 * prints the URLs to open and stops on Ctrl+C. An error that the user can fix is printed without a
 * stack trace, and the process exits with 1.
 */
export async function runStack(clientBuild?: ClientBuildOptions): Promise<void> {
  if (existsSync('.env')) loadEnvFile();
  try {
    const stack = await startStack(process.env, () => buildClient(clientBuild));
    console.log(describeStack(stack));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => stack.close().then(() => process.exit(0)));
    }
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof MockStartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
