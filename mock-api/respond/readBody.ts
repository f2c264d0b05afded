import express, { type RequestHandler } from 'express';

/** The limit for the operations of the mock, after decompression. */
export const maxBodyBytes = 64 * 1024;
/** The limit for a request that may be forwarded. */
const maxForwardedBytes = 16 * 1024 * 1024;

/** Creates the middleware that reads the body of any media type into a Buffer. */
export function createBodyReader(mayForward: boolean): RequestHandler {
  return express.raw({ type: () => true, limit: mayForward ? maxForwardedBytes : maxBodyBytes });
}

export function describeTooLarge(limit: number): string {
  return `The body is larger than ${limit / 1024} KiB.`;
}
