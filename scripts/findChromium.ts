import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** First the build without windows, in which a page costs a third of the time. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Ways to get a Chromium where there is none, in the order in which they are tried. */
const installers: readonly { name: string; commands: readonly (readonly string[])[] }[] = [
  {
    name: "Playwright's download",
    commands: [['npx', 'playwright-core', 'install', '--with-deps', 'chromium']],
  },
  {
    name: 'apt',
    commands: [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', 'chromium-headless-shell'],
    ],
  },
];

/**
 * The path of a Chromium or Chrome: `CHROMIUM_PATH`, else one in the usual places, else one that is
 * installed now. Throws, saying what to do, where none of that gives one.
 */
export function findChromium(env: NodeJS.ProcessEnv, log: (line: string) => void): string {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is "${env.CHROMIUM_PATH}", where there is no file.`);
  }
  const found = installedChromium();
  if (found) return found;

  for (const { name, commands } of installers) {
    log(`There is no Chromium on this machine; trying ${name} ...`);
    const worked = commands.every(
      ([command = '', ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
    );
    const installed = installedChromium();
    if (worked && installed) return installed;
  }
  throw new Error(
    'The tests need Chromium or Chrome, and none could be installed. Install one, or set CHROMIUM_PATH to it.',
  );
}

function installedChromium(): string | undefined {
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path));
}
