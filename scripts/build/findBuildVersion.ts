import { spawnSync } from 'node:child_process';
import manifest from '../../package.json' with { type: 'json' };
import { projectDirectory } from './paths.ts';

/**
 * Returns the version of the package and the commit, such as `0.2.0+2d79822`, or `0.2.0+2d79822-dirty` with
 * uncommitted changes. The commit is that of `COMMIT`, for a build in a container without the Git repository.
 */
export function findBuildVersion(
  { COMMIT }: NodeJS.ProcessEnv,
  directory = projectDirectory,
): string {
  const describe = ['describe', '--always', '--dirty', '--exclude', '*'];
  const { stdout } = spawnSync('git', describe, { cwd: directory, encoding: 'utf8' });
  const commit = COMMIT || stdout?.trim();
  return commit ? `${manifest.version}+${commit}` : manifest.version;
}
