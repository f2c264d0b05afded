import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { DocumentFiles } from '../client/document.tsx';
import { assetsPath, basePath } from './paths.ts';
import { StartupFault } from './startupFault.ts';

/** The built client, whole in memory. */
export interface ClientFiles {
  /** What the document refers to. */
  document: DocumentFiles;
  /** Every file, by its path on the host. */
  assets: ReadonlyMap<string, Asset>;
}

export interface Asset {
  mediaType: string;
  /** The same content in each encoding it was built in; the best comes first, `identity` last. */
  variants: readonly AssetVariant[];
}

export interface AssetVariant {
  encoding: 'br' | 'gzip' | 'identity';
  body: Buffer;
  etag: string;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const;

/**
 * Reads what the build left in a directory: `manifest.json`, and `assets/` in which a file may have
 * `.br` and `.gz` siblings.
 * @throws {StartupFault} where there is no built client
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
  for (const address of Object.values(document)) {
    if (!assets.has(address)) throw new StartupFault(`The built client lacks ${address}.`);
  }
  return { document, assets };
}

function readManifest(file: string): DocumentFiles {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DocumentFiles;
  } catch (cause) {
    throw new StartupFault(`There is no built client (${file}). "npm run build" makes it.`, {
      cause,
    });
  }
}

function readAsset(file: string): Asset {
  const hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 16);
  return {
    mediaType: mediaTypes[extname(file)] ?? 'application/octet-stream',
    variants: encodings
      .filter(([, suffix]) => existsSync(file + suffix))
      .map(([encoding, suffix]) => ({
        encoding,
        body: readFileSync(file + suffix),
        etag: `"${hash}-${encoding}"`,
      })),
  };
}
