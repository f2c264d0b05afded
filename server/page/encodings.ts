import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** A response body in one encoding. */
export interface Variant {
  encoding: 'br' | 'gzip' | 'identity';
  body: Buffer;
}

/** A body in each available encoding, the best first and `identity` last. */
export type Variants<V extends Variant = Variant> = readonly [V, ...V[]];

/** Compresses a text. */
export function encode(text: string): Variants {
  const body = Buffer.from(text);
  return [
    { encoding: 'br', body: brotliCompressSync(body) },
    { encoding: 'gzip', body: gzipSync(body) },
    { encoding: 'identity', body },
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

/** Sends a body with the headers of its encoding. The content type must be set. */
export function sendVariant(res: Response, { encoding, body }: Variant): void {
  res.set('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.send(body);
}
