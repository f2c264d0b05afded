import { StartupError } from './StartupError.ts';

/** The supported versions of Node.js: `engines.node` of package.json. */
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
  const minimum = range.replace(/^\D+/, '');
  const isMajorFree =
    range.startsWith('>=') || version.split('.', 1)[0] === minimum.split('.', 1)[0];
  return isMajorFree && version.localeCompare(minimum, 'en', { numeric: true }) >= 0;
}
