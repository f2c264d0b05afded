import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of a release's assets, relative to the directory of the built client. */
type Release = readonly string[];

/** Version 0.1 has no list of assets. */
type Manifest =
  | { assets: Release; previousReleases: readonly Release[] }
  | { script: string; stylesheet: string };

export interface PreviousReleases {
  /** The newest first. */
  releases: readonly Release[];
  files: ReadonlyMap<string, Uint8Array>;
}

const suffixes = ['', '.br', '.gz'];

/**
 * Reads the assets of the last `limit` releases in the directory of a built client, except for `current`,
 * which is being built again.
 */
export async function readPreviousReleases(
  directory: string,
  current: Release,
  limit: number,
): Promise<PreviousReleases> {
  const releases = (await readReleases(directory))
    .filter((release) => release.join() !== current.join())
    .slice(0, limit);
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
  const manifest: Manifest = JSON.parse(json);
  if (!('assets' in manifest)) return [[manifest.script, manifest.stylesheet]];
  return [manifest.assets, ...manifest.previousReleases];
}
