import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentFiles } from '../../client/document.tsx';
import { assetsPath, basePath } from '../paths.ts';
import { StartupError } from '../StartupError.ts';

/** The built client in memory. */
export interface ClientFiles {
  /** The URLs that the document refers to. */
  document: DocumentFiles;
  /** All files by their path on the host. */
  assets: ReadonlyMap<string, Asset>;
}

/** A file in each available encoding, the best first and `identity` last. */
export type Asset = readonly AssetVariant[];

interface AssetVariant {
  encoding: 'br' | 'gzip' | 'identity';
  body: Buffer;
  etag: string;
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const;

/**
 * Reads the built client from a directory with `manifest.json` and `assets/`, in which a file may have
 * `.br` and `.gz` siblings.
 * @throws {StartupError} when the directory does not contain a complete build
 */
export function loadClientFiles(directory: string): ClientFiles {
  const manifest = readManifest(join(directory, 'manifest.json'));
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(join(directory, 'assets'))) {
    if (/\.(br|gz)$/.test(name)) continue;
    assets.set(`${assetsPath}/${name}`, readAsset(join(directory, 'assets', name)));
  }
  const document = {
    script: `${basePath}/${manifest.script}`,
    stylesheet: `${basePath}/${manifest.stylesheet}`,
  };
  for (const url of Object.values(document)) {
    if (!assets.has(url))
      throw new StartupError(`The built client lacks ${url}. Run "npm run build".`);
  }
  return { document, assets };
}

function readManifest(file: string): DocumentFiles {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DocumentFiles;
  } catch (cause) {
    throw new StartupError(`No built client at ${file}. Run "npm run build".`, { cause });
  }
}

function readAsset(file: string): Asset {
  const hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 16);
  return encodings
    .filter(([, suffix]) => existsSync(file + suffix))
    .map(([encoding, suffix]) => ({
      encoding,
      body: readFileSync(file + suffix),
      etag: `"${hash}-${encoding}"`,
    }));
}
