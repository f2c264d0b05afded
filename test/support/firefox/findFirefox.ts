import { existsSync } from 'node:fs';

const usualPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/**
 * Returns the path of Firefox, from `FIREFOX_PATH` or a usual place. It is not installed if it is missing.
 * @throws if `FIREFOX_PATH` does not exist
 */
export function findFirefox(env: NodeJS.ProcessEnv, paths = usualPaths): string | undefined {
  if (env.FIREFOX_PATH && !existsSync(env.FIREFOX_PATH)) {
    throw new Error(
      `FIREFOX_PATH: expected the path of Firefox, got "${env.FIREFOX_PATH}", which does not exist.`,
    );
  }
  return env.FIREFOX_PATH || paths.find((path) => existsSync(path));
}
