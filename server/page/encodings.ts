import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Request } from 'express';
import type { Response } from '../locals.ts';

/** A response body in one encoding. */
export interface Variant {
  encoding: 'br' | 'gzip' | 'identity';
  body: Buffer;
  etag: string;
}

/** Creates the variants of a body from its bytes and its compressed forms, the smallest first. */
export function createVariants(
  identity: Buffer,
  compressed: readonly (readonly [Variant['encoding'], Buffer])[],
): Variant[] {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  const bodies = [...compressed, ['identity', identity] as const];
  bodies.sort(([, a], [, b]) => a.length - b.length);
  return bodies.map(([encoding, body]) => ({ encoding, body, etag: `"${hash}-${encoding}"` }));
}

/** Compresses a text, and returns its variants. */
export function encode(text: string): Variant[] {
  const body = Buffer.from(text);
  return createVariants(body, [
    ['br', brotliCompressSync(body)],
    ['gzip', gzipSync(body)],
  ]);
}

/**
 * Selects the smallest variant that the client accepts, otherwise `identity`. Ignores the order of the header: browsers
 * list brotli last among encodings of equal quality.
 */
export function selectVariant<V extends Variant>(variants: readonly V[], req: Request): V {
  const accepted = variants.find(({ encoding }) => req.acceptsEncodings(encoding));
  return accepted ?? (variants.find(({ encoding }) => encoding === 'identity') as V);
}

/**
 * Whether the client has the body with this ETag. Sets the response header `ETag`, but only for a conditional request.
 */
export function isCached(req: Request, res: Response, etag: string): boolean {
  if (req.headers['if-none-match'] === undefined) return false;

  res.setHeader('ETag', etag);
  return req.fresh;
}
