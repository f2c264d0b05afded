import express from 'express';

/** After decompression. */
export const maxBodyBytes = 64 * 1024;

/** Reads the body of any media type into a Buffer. */
export const readBody = express.raw({ type: () => true, limit: maxBodyBytes });
