/** In bytes, after any decompression. */
export const BODY_LIMIT = 64 * 1024;
