import { readFileSync } from 'node:fs';
import { assetsPath } from '../paths.ts';
import { StartupError } from '../StartupError.ts';
import { createVariants, encode, type Variant } from './encodings.ts';
import type { ClientFiles } from './loadClientFiles.ts';

/** The largest logo, in bytes. */
const maxLogoSize = 32 * 1024;

const expected = 'LOGO_FILE: expected an SVG or PNG image of at most 32 KiB without script';

/**
 * Adds the provider's logo to the client's files.
 * @param file an SVG or PNG image
 * @throws {StartupError} if it cannot be read, or is not such an image
 */
export function addLogo(client: ClientFiles, file: string | undefined): ClientFiles {
  if (file === undefined) return client;

  const image = readImage(file);
  const isPng = image.subarray(0, 8).equals(pngSignature);
  const variants = isPng ? createVariants(image, []) : encode(readSvg(image, file));
  const logoUrl = `${assetsPath}/logo-${readHash(variants)}.${isPng ? 'png' : 'svg'}`;
  return {
    ...client,
    document: { ...client.document, logoUrl },
    assets: new Map([...client.assets, [logoUrl, variants]]),
  };
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function readImage(file: string): Buffer {
  let image: Buffer;
  try {
    image = readFileSync(file);
  } catch (cause) {
    throw new StartupError(`${expected}, got "${file}": ${(cause as Error).message}`, { cause });
  }

  if (image.length <= maxLogoSize) return image;
  throw new StartupError(`${expected}, got "${file}" of ${image.length} bytes`);
}

/** Rejects script, which a browser would run if the image were opened by itself, and entities, which could hide it. */
function readSvg(image: Buffer, file: string): string {
  const svg = image.toString();
  const markup = svg.replace(/<!--.*?-->|<\?.*?\?>/gs, '').trimStart();
  const [script] = scripts.exec(markup) ?? [];
  if (script) throw new StartupError(`${expected}, got "${file}" with "${script.trim()}"`);
  if (/^(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i.test(markup)) return svg;

  throw new StartupError(`${expected}, got "${file}", which begins otherwise`);
}

const scripts = /<(?:\w+:)?(?:script|foreignObject)\b|\son\w+\s*=|javascript:|<!ENTITY/i;

/** Returns the content hash in the ETags of a file's variants. */
function readHash([variant]: readonly Variant[]): string {
  return variant?.etag.replace(/"|-\w+"$/g, '') ?? '';
}
