import type { MediaType } from '../contract.ts';
import { isDeeperThan } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import { isForm, isJson, type ParsedMediaType } from './mediaType.ts';
import type { TextParser } from './parseText.ts';

/** Validation and masking are recursive, so that deeper JSON could exceed the call stack. */
const maxDepth = 100;

export type ParsedBody =
  | { kind: 'value'; value: unknown }
  /** The bytes are not valid for the media type. */
  | { kind: 'malformed'; reason: string }
  /** A media type that is not parsed, such as an image. */
  | { kind: 'opaque' };

/** Creates the function that parses a body into the value that its schema describes. */
export function createBodyParser(text: TextParser) {
  return function parseBody(
    bytes: Uint8Array,
    { essence, parameters }: ParsedMediaType,
    declared: MediaType,
  ): ParsedBody {
    // JSON is always UTF-8 (RFC 8259, 8.1), even if the media type names another charset.
    if (isJson(essence)) return parseJson(decodeText(bytes, 'utf-8'));
    if (!isForm(essence) && !essence.startsWith('text/')) return { kind: 'opaque' };

    const decoded = decodeText(bytes, parameters.charset ?? 'utf-8');
    if (decoded.kind === 'malformed' || !isForm(essence)) return decoded;
    const fields = [...new URLSearchParams(decoded.value)];
    return { kind: 'value', value: text.parseFields(fields, declared.schemaPointer) };
  };
}

type DecodedText = { kind: 'value'; value: string } | Extract<ParsedBody, { kind: 'malformed' }>;

function decodeText(bytes: Uint8Array, charset: string): DecodedText {
  try {
    return { kind: 'value', value: new TextDecoder(charset, { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'malformed', reason: `is not valid ${shorten(charset)} text` };
  }
}

function parseJson(decoded: DecodedText): ParsedBody {
  if (decoded.kind === 'malformed') return decoded;
  try {
    const value: unknown = JSON.parse(decoded.value);
    if (!isDeeperThan(maxDepth, value)) return { kind: 'value', value };
    return { kind: 'malformed', reason: `is nested more than ${maxDepth} levels deep` };
  } catch {
    return { kind: 'malformed', reason: 'is not valid JSON' };
  }
}
