import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { keepAlerts } from '../browser/openState.ts';
import { BidiConnection } from './BidiConnection.ts';
import { FirefoxPage } from './FirefoxPage.ts';

/** No process in advance for a next tab and no start page, which cost a second; Tab also stops at links on macOS. */
const preferences = `
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("accessibility.tabfocus", 7);
`;

const usualPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

export interface Firefox {
  page: FirefoxPage;
  /** Returns what the console has shown as an error since the last call. */
  takeErrors(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Starts the Firefox of `FIREFOX_PATH` or of a usual path without a window, with a new profile and one tab, in
 * which no alert is dismissed.
 * @throws if there is none; it is not installed
 */
export async function launchFirefox(): Promise<Firefox> {
  const path = process.env.FIREFOX_PATH || usualPaths.find((each) => existsSync(each));
  if (!path || !existsSync(path)) {
    throw new Error(
      'These tests need Firefox. Install it (on Debian: apt install firefox-esr), or set FIREFOX_PATH to its path.',
    );
  }
  const profile = mkdtempSync(join(profileFolderFor(path), 'firefox-'));
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
  const page = await FirefoxPage.create(connection);
  await page.addScript(keepAlerts);
  const takeErrors = async () => {
    // Firefox sends the errors of the page before its response.
    await page.text();
    return errors.splice(0);
  };
  return { page, takeErrors };
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

/** A Firefox from snap has a `/tmp` of its own. Ubuntu's `/usr/bin/firefox` is a script that calls it. */
function profileFolderFor(path: string): string {
  const target = realpathSync(path);
  const isSnap =
    target.endsWith('/snap') ||
    /^#![\s\S]*\/snap\/bin\/firefox/.test(readFileSync(target, 'latin1'));
  if (!isSnap) return tmpdir();
  const folder = join(homedir(), 'snap/firefox/common');
  mkdirSync(folder, { recursive: true });
  return folder;
}
