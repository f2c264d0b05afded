import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentFiles } from '../../client/document.tsx';
import { assetsPath, basePath } from '../paths.ts';
import { StartupError } from '../StartupError.ts';
import { createVariants, type Variant } from './encodings.ts';

/** The built client in memory. */
export interface ClientFiles {
  /** The path of the client script on the host. */
  script: string;
  document: DocumentFiles;
  /** All files by their path on the host, those of previous releases included. */
  assets: ReadonlyMap<string, readonly Variant[]>;
}

const compressed = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Reads the built client from a directory with `manifest.json`, the inline files of the document and
 * `assets/`, in which a file may have `.br` and `.gz` siblings.
 * @throws {StartupError} when the directory does not contain a complete build
 */
export function loadClientFiles(directory: string): ClientFiles {
  const manifest = readManifest(join(directory, 'manifest.json'));
  const assets = new Map<string, readonly Variant[]>();
  for (const name of readdirSync(join(directory, 'assets'))) {
    if (/\.(br|gz)$/.test(name)) continue;

    assets.set(`${assetsPath}/${name}`, readAsset(join(directory, 'assets', name)));
  }

  const script = `${basePath}/${manifest.script}`;
  if (!assets.has(script)) {
    throw new StartupError(`The built client lacks ${script}. Run "npm run build".`);
  }

  const document = {
    loader: readFileSync(join(directory, 'loader.js'), 'utf8'),
    stylesheet: readFileSync(join(directory, 'main.css'), 'utf8'),
  };
  return { script, document, assets };
}

function readManifest(file: string): { script: string } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new StartupError(`No built client at ${file}. Run "npm run build".`, { cause });
  }
}

function readAsset(file: string): Variant[] {
  const available = compressed.filter(([, suffix]) => existsSync(file + suffix));
  return createVariants(
    readFileSync(file),
    available.map(([encoding, suffix]) => [encoding, readFileSync(file + suffix)]),
  );
}
