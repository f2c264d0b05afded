import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { nodeArguments } from '../build/nodeArguments.ts';

/** The usual paths of browsers. The headless shell comes first because it opens a page in a third of the time. */
const usualPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The arguments that disable Chromium's background requests, which time out on a network without internet access. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The commands that install a browser, tried in this order. */
const installCommands = [
  [process.execPath, ...nodeArguments('playwright-core install --with-deps chromium')],
  ['apt-get', 'update', '-qq'],
  ['apt-get', 'install', '-y', '-qq', 'chromium-headless-shell'],
];

/**
 * Returns the path of Chromium or Chrome: `CHROMIUM_PATH`, a browser in a usual place, or one that
 * it installs, which may take minutes.
 * @throws if `CHROMIUM_PATH` does not exist or no browser can be installed
 */
export function findChromium(env: NodeJS.ProcessEnv, log: (line: string) => void): string {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;

    throw new Error(
      `CHROMIUM_PATH: expected the path of a browser, got "${env.CHROMIUM_PATH}", which does not exist.`,
    );
  }

  const installed = findInstalled();
  if (installed) return installed;

  for (const [command = '', ...args] of installCommands) {
    log(`Chromium was not found; running ${[command, ...args].join(' ')} ...`);
    spawnSync(command, args, { stdio: 'ignore' });
    const path = findInstalled();
    if (path) return path;
  }

  throw new Error(
    'The journeys need Chromium or Chrome, and none could be installed. Install one, or set CHROMIUM_PATH to its path.',
  );
}

/** Returns the options of Playwright's functions that start Chromium. */
export function launchOptions() {
  return { executablePath: findChromium(process.env, console.log), args: chromiumArguments };
}

function findInstalled(): string | undefined {
  return [...usualPaths, chromium.executablePath()].find((path) => existsSync(path));
}
