import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { MockStartFault } from '../mock-api/startFault.ts';
import { StartupFault } from '../server/startupFault.ts';
import { buildClient, type ClientBuild } from './buildClient.ts';
import { describeStack } from './describeStack.ts';
import { projectDirectory } from './paths.ts';
import { startStack } from './startStack.ts';

/**
 * Builds the client, starts the stack with the environment and `.env`, says where it is, and ends it
 * on Ctrl+C. A fault that a person can mend is printed as a sentence and ends the process with 1.
 */
export async function runStack(clientBuild?: ClientBuild): Promise<void> {
  const envFile = join(projectDirectory, '.env');
  if (existsSync(envFile)) loadEnvFile(envFile);
  try {
    const stack = await startStack(process.env, () => buildClient(clientBuild));
    console.log(describeStack(stack));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => stack.close().then(() => process.exit(0)));
    }
  } catch (error) {
    if (!(error instanceof StartupFault || error instanceof MockStartFault)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
