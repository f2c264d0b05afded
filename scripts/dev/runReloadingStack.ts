import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadEnvFile } from 'node:process';
import { describeStack } from '../stack/describeStack.ts';
import { listenLocally } from '../stack/listenLocally.ts';
import { isStartError } from '../stack/settleAll.ts';
import { checkPort, hasMock, validateSettings } from '../stack/validateSettings.ts';
import { ReloadingServer } from './ReloadingServer.ts';

/**
 * Starts the stack as `npm start` does, with servers that run their source as it changes, and prints the URLs to open.
 * @param host the address to listen on; by default `HOST`, or else 127.0.0.1
 */
export async function runReloadingStack(host: string | undefined): Promise<void> {
  if (existsSync('.env')) loadEnvFile();
  process.env.HOST = host ?? (process.env.HOST?.trim() || '127.0.0.1');

  for (const name of ['PORT', 'MOCK_PORT']) {
    // The processes of a cluster would share one free port.
    if (process.env[name]?.trim() === '0') process.env[name] = await findFreePort();
  }

  try {
    await checkPort(await validateSettings(process.env));
    console.log(describeStack(await startServers()));
  } catch (error) {
    if (!isStartError(error)) throw error;

    // The host knows only the variable.
    console.error(host === undefined ? error.message : error.message.replace(/^HOST:/, '--host:'));
    process.exit(1);
  }
}

async function startServers() {
  const mock = new ReloadingServer({
    name: 'mock',
    script: 'mockProcess.ts',
    folders: ['mock-api', 'contract'],
    onReload: showProblems,
  });
  const host = new ReloadingServer({
    name: 'host',
    script: 'hostProcess.ts',
    folders: ['client', 'server'],
    onReload: showProblems,
  });

  function showProblems() {
    const problem = [host.problem, mock.problem].filter(Boolean).join('\n\n');
    host.send({ problem });
  }

  if (!hasMock(process.env)) return { host: { url: await host.start() }, mock: undefined };

  const mockUrl = await mock.start();
  return { host: { url: await host.start({ MOCK_URL: mockUrl }) }, mock: { url: mockUrl } };
}

async function findFreePort(): Promise<string> {
  const { port, close } = await listenLocally(createServer());
  await close();
  return `${port}`;
}
