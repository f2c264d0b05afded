import type { MIMEType } from 'node:util';
import type { Contract, MediaType } from '../contract.ts';
import { isDeeperThan } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import { isForm, isJson } from './mediaType.ts';
import { createTextParser } from './parseText.ts';

const decoderOptions = { fatal: true, ignoreBOM: true };

/** Validation and masking are recursive, so that deeper JSON could exceed the call stack. */
const maxDepth = 100;

type ParsedBody =
  | { kind: 'value'; value: unknown }
  /** The bytes are not valid for the media type. */
  | { kind: 'malformed'; reason: string };

/** Creates the functions that parse parameters, headers and bodies into the values that their schemas describe. */
export function createMessageParser(contract: Contract) {
  const { parseForm, parseScalar, ...parsers } = createTextParser(contract);
  return { ...parsers, parseBody };

  function parseBody(
    body: Uint8Array,
    { essence, params }: MIMEType,
    { schemaPointer }: MediaType,
  ): ParsedBody {
    // JSON is always UTF-8 (RFC 8259, 8.1), even if the media type names another charset.
    const charset = (!isJson(essence) && params.get('charset')) || 'utf-8';
    const text = attempt(() => new TextDecoder(charset, decoderOptions).decode(body));
    if (text === undefined) {
      return { kind: 'malformed', reason: `is not valid ${shorten(charset)} text` };
    }
    // Servers read other forms in different ways, or reject them.
    if (isForm(essence) && attempt(() => decodeURIComponent(text)) === undefined) {
      return { kind: 'malformed', reason: 'is not percent-encoded UTF-8' };
    }
    if (isJson(essence)) return parseJson(text);
    const parse = isForm(essence) ? parseForm : parseScalar;
    return { kind: 'value', value: parse(text, schemaPointer) };
  }
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function parseJson(text: string): ParsedBody {
  try {
    const value: unknown = JSON.parse(text);
    if (!isDeeperThan(maxDepth, value)) return { kind: 'value', value };
    return { kind: 'malformed', reason: `is nested more than ${maxDepth} levels deep` };
  } catch {
    return { kind: 'malformed', reason: 'is not valid JSON' };
  }
}
