import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFirefox } from '../../../scripts/findFirefox.ts';
import { BidiConnection } from './BidiConnection.ts';
import { FirefoxPage } from './FirefoxPage.ts';

/** No process in advance for a next tab and no start page, which cost a second; Tab also stops at links on macOS. */
const preferences = `
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("accessibility.tabfocus", 7);
`;

export interface Firefox {
  page: FirefoxPage;
  /** What the console shows as an error, violations of the content security policy included. */
  errors: string[];
  close(): Promise<void>;
}

/** Starts Firefox without a window, with a new profile and one tab. */
export async function launchFirefox(): Promise<Firefox> {
  const path = findFirefox(process.env);
  if (!path) {
    throw new Error(
      'These tests need Firefox. Install it (on Debian: apt install firefox-esr), or set FIREFOX_PATH to its path.',
    );
  }
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  writeFileSync(join(profile, 'user.js'), preferences);
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(profile, { recursive: true, maxRetries: 5 });
  };
  try {
    return { ...(await connect(child.stderr)), close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function connect(output: NodeJS.ReadableStream): Promise<Omit<Firefox, 'close'>> {
  const errors: string[] = [];
  const url = await readUrl(output);
  // Firefox would wait for a reader once the pipe is full.
  output.resume();
  const connection = await BidiConnection.open(`${url}/session`);
  await connection.send('session.new', { capabilities: {} });
  await connection.subscribe<{ level: string; text: string }>('log.entryAdded', (entry) => {
    if (entry.level === 'error') errors.push(entry.text);
  });
  return { page: await FirefoxPage.create(connection), errors };
}

/** Reads the URL of the WebDriver BiDi server from the output of Firefox. */
async function readUrl(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface(output)) {
    const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (url) return url;
    lines.push(line);
  }
  throw new Error(`Firefox exited before a connection was possible:\n${lines.join('\n')}`);
}
