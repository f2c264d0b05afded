import type { MIMEType } from 'node:util';
import type { Contract, MediaType } from '../contract.ts';
import { isObject } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import { createTextParser } from './createTextParser.ts';
import { isForm, isJson } from './mediaType.ts';

const decoderOptions = { fatal: true, ignoreBOM: true };

/** The limit of nested objects and arrays. Validation and masking are recursive and could exceed the call stack. */
const maxDepth = 100;

type ParsedBody =
  | { kind: 'value'; value: unknown }
  /** Bytes that are not valid for the media type. */
  | { kind: 'malformed'; reason: string };

/** Creates the functions that parse parameters, headers and bodies into the values that their schemas describe. */
export function createMessageParser(contract: Contract) {
  const { parseParameter, parseForm, parseText } = createTextParser(contract);
  return { parseParameter, parseText, parseBody };

  function parseBody(
    body: Uint8Array,
    { essence, params }: MIMEType,
    { schemaPointer }: MediaType,
  ): ParsedBody {
    // JSON is always UTF-8 (RFC 8259, 8.1), even if the media type names another charset.
    const charset = (!isJson(essence) && params.get('charset')) || 'utf-8';
    const text = attempt(() => new TextDecoder(charset, decoderOptions).decode(body));
    if (text === undefined) return malformed(`is not valid ${shorten(charset)} text`);
    if (isJson(essence)) return parseJsonBody(text);
    if (!isForm(essence)) return { kind: 'value', value: parseText(text, schemaPointer) };

    // Servers read other forms in different ways, or reject them.
    const isEncoded = attempt(() => decodeURIComponent(text)) !== undefined;
    if (!isEncoded) return malformed('is not percent-encoded UTF-8');
    return { kind: 'value', value: parseForm(text, schemaPointer) };
  }
}

/** Parses JSON. Returns undefined if the text is malformed. */
export function parseJson(text: string): unknown {
  return attempt((): unknown => JSON.parse(text));
}

function parseJsonBody(text: string): ParsedBody {
  const value = parseJson(text);
  if (value === undefined) return malformed('is not valid JSON');
  if (isDeeperThan(maxDepth, value)) {
    return malformed(`is nested more than ${maxDepth} levels deep`);
  }
  return { kind: 'value', value };
}

/** Whether objects or arrays are nested on more levels than a limit. */
function isDeeperThan(limit: number, value: unknown): boolean {
  if (!isObject(value)) return false;
  return limit === 0 || Object.values(value).some((child) => isDeeperThan(limit - 1, child));
}

function malformed(reason: string): ParsedBody {
  return { kind: 'malformed', reason };
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
