import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of a release's assets, relative to the directory of the built client. */
type Release = readonly string[];

const suffixes = ['', '.br', '.gz'];

/**
 * The number of releases that are kept. It is enough for an update that starts while the one before it is still in
 * progress.
 */
const keptReleases = 2;

/**
 * Reads the assets of the last releases in the directory of a built client, except for `current`,
 * which is being built again.
 * @returns the releases, the newest first, and their files
 */
export async function readPreviousReleases(directory: string, current: Release) {
  const releases = (await readReleases(directory))
    .filter((release) => release.join() !== current.join())
    .slice(0, keptReleases);
  const files = new Map<string, Uint8Array>();
  for (const path of releases.flat().flatMap((asset) => suffixes.map((suffix) => asset + suffix))) {
    const content = await readFile(join(directory, path)).catch(() => undefined);
    if (content) files.set(path, content);
  }
  return { releases, files };
}

async function readReleases(directory: string): Promise<readonly Release[]> {
  const json = await readFile(join(directory, 'manifest.json'), 'utf8').catch(() => undefined);
  if (json === undefined) return [];
  const { assets, previousReleases }: { assets: Release; previousReleases: readonly Release[] } =
    JSON.parse(json);
  return [assets, ...previousReleases];
}
