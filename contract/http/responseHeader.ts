import { validateHeaderName } from 'node:http';

/** Headers about the length of a response. Node.js sends them itself, and rejects contradictions. */
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

/** Replaces the characters that a header cannot contain, such as line breaks, by question marks. */
export function toHeaderValue(text: string): string {
  return text.replace(/[^\t\x20-\x7e]/g, '?');
}
