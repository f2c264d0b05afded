import { validateHeaderName } from 'node:http';

/** Node.js sends the length of a response itself, and rejects a head that contradicts it. */
const framingHeaders = new Set(['content-length', 'trailer', 'transfer-encoding']);

/** Whether a response can have a header of this name. */
export function isSendableHeader(name: string): boolean {
  try {
    validateHeaderName(name);
  } catch {
    return false;
  }
  return !framingHeaders.has(name.toLowerCase());
}

/** Replaces what a header cannot contain: a line break must not end it. */
export function toHeaderValue(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '?');
}
