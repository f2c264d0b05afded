import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { basePath } from '../../client/routes.ts';
import type { ClientBuildOptions } from '../build/buildClient.ts';
import { runServer } from './runServer.ts';
import { type Stack, startStack } from './startStack.ts';

/**
 * Builds the client, starts the stack with the environment and `.env` of the working directory, and
 * prints the URLs to open.
 */
export async function runStack(clientBuild?: ClientBuildOptions): Promise<void> {
  if (existsSync('.env')) loadEnvFile();
  const build = async () => {
    // Loaded last, so that errors of settings appear at once.
    const { buildClient } = await import('../build/buildClient.ts');
    await buildClient(clientBuild);
  };
  await runServer(() => startStack(process.env, build), describeStack);
}

/** Lists the URLs that `npm start` prints. The brief of the feedback page exists in the mock. */
function describeStack({ host, mock }: Stack): string {
  const lines = [''];
  const addUrl = (name: string, url: string) => lines.push(`  ${name.padEnd(16)}${url}`);

  if (mock) {
    addUrl('Feedback page', `${host.url}${basePath}/3141592/daily-harvest/contact`);
    addUrl('Console', `${host.url}/mock/`);
    addUrl('Mock API', mock.url);
  } else {
    addUrl('Feedback page', `${host.url}${basePath}/SUBSCRIBER/BRIEF/contact`);
  }
  lines.push('');

  const isLocal = /^(127\.|localhost$|::1$)/.test(process.env.HOST ?? '');
  if (mock && !isLocal) {
    lines.push('  Anybody on the network can read and reset what /mock/ records.');
  }
  lines.push('  Press Ctrl+C to stop.', '');
  return lines.join('\n');
}
