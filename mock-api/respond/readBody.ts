import express from 'express';

/** After decompression. */
const maxBodyBytes = 2 ** 20;

/** The middleware that reads the body of any media type into a Buffer. */
export const readBody = express.raw({ type: () => true, limit: maxBodyBytes });
