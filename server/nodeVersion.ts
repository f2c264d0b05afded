import { StartupError } from './StartupError.ts';

/** The `engines.node` of package.json. */
export const supportedNodeVersions = '^22.23.2 || ^24.18.1 || >=26.5.1';

/**
 * Checks the version of Node.js. Earlier releases of these versions drop headers after the 1,000th without an
 * error (CVE-2026-58044), which allows request smuggling.
 *
 * @throws {StartupError} when the version is not supported
 */
export function checkNodeVersion(version: string): void {
  if (supportedNodeVersions.split(' || ').some((range) => isInRange(version, range))) return;
  throw new StartupError(`Node.js: expected ${supportedNodeVersions}, got ${version}`);
}

/** Whether a version is in a range such as `^24.18.1` or `>=26.5.1`. */
function isInRange(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version
    .split('.')
    .map((part) => Number.parseInt(part, 10));
  const [minMajor = 0, minMinor = 0, minPatch = 0] = range
    .replace(/^\D+/, '')
    .split('.')
    .map(Number);
  if (major !== minMajor) return range.startsWith('>=') && major > minMajor;
  return minor > minMinor || (minor === minMinor && patch >= minPatch);
}
