import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { buildClient, type ClientBuildOptions } from '../build/buildClient.ts';
import { describeStack } from './describeStack.ts';
import { runServer } from './runServer.ts';
import { startStack } from './startStack.ts';

/**
 * Builds the client, starts the stack with the environment and `.env` of the working directory, and
 * prints the URLs to open.
 */
export async function runStack(clientBuild?: ClientBuildOptions): Promise<void> {
  if (existsSync('.env')) loadEnvFile();
  await runServer(
    () => startStack(process.env, { build: () => buildClient(clientBuild) }),
    describeStack,
  );
}
