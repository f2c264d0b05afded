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

/** A body in each available encoding, the best first and `identity` last. */
export type Variants<V = Variant> = readonly [V, ...V[]];

/** Creates the function that adds the ETag of a body to its variants. */
export function createVariantFactory(identity: Buffer) {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return (encoding: Variant['encoding'], body: Buffer): Variant => ({
    encoding,
    body,
    etag: `"${hash}-${encoding}"`,
  });
}

/** Compresses a text. */
export function encode(text: string): Variants {
  const body = Buffer.from(text);
  const createVariant = createVariantFactory(body);
  return [
    createVariant('br', brotliCompressSync(body)),
    createVariant('gzip', gzipSync(body)),
    createVariant('identity', body),
  ];
}

/** A longer `Accept-Encoding` takes milliseconds to parse. */
const maxAcceptEncodingLength = 500;

/**
 * Selects the first variant that the client accepts, otherwise the last one. Ignores the order of the
 * header: browsers list brotli last among encodings of equal quality.
 */
export function selectVariant<V extends Variant>(variants: Variants<V>, req: Request): V {
  const { 'accept-encoding': header = '' } = req.headers;
  const isTooLong = header.length > maxAcceptEncodingLength;
  const accepted = variants.find(({ encoding }) => !isTooLong && req.acceptsEncodings(encoding));
  return accepted ?? variants.at(-1) ?? variants[0];
}

/** Whether the client has the body with this ETag. Sets the header only for a conditional request. */
export function isCached(req: Request, res: Response, etag: string): boolean {
  if (req.headers['if-none-match'] === undefined) return false;
  res.setHeader('ETag', etag);
  return req.fresh;
}

/** Sends a body, or 304 if the client has it. The content type must be set. */
export function sendVariant(req: Request, res: Response, { encoding, body, etag }: Variant): void {
  res.setHeader('Vary', 'Accept-Encoding');
  if (isCached(req, res, etag)) {
    res.removeHeader('Content-Type');
    res.status(304).end();
    return;
  }
  res.setHeader('ETag', etag);
  if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', body.length);
  res.end(body);
}
