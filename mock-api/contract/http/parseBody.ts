import type { Contract, MediaType } from '../contract.ts';
import { isDeeperThan } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import type { RequestMessage } from './httpMessage.ts';
import { isForm, isJson, type ParsedMediaType } from './mediaType.ts';
import { createParameterParser, decodeField, splitFields } from './parseParameter.ts';
import { createTextParser } from './parseText.ts';
import { isMultipart } from './readForm.ts';

/** Validation and masking are recursive, so that deeper JSON could exceed the call stack. */
const maxDepth = 100;

type ParsedBody =
  | { kind: 'value'; value: unknown }
  /** The bytes are not valid for the media type. */
  | { kind: 'malformed'; reason: string }
  /** A media type that is not parsed, such as an image. */
  | { kind: 'opaque' };

/** Whether bodies of a media type are parsed, so that they can be validated. */
export function isParsed(essence: string): boolean {
  return isJson(essence) || isForm(essence) || isMultipart(essence) || isText(essence);
}

/** XML is text, but no string of a schema. */
function isText(essence: string): boolean {
  return essence.startsWith('text/') && essence !== 'text/xml';
}

/** Creates the functions that parse parameters, headers and bodies into the values that their schemas describe. */
export function createMessageParser(contract: Contract) {
  const text = createTextParser(contract);
  const { parseForm, ...parsers } = createParameterParser(text);
  return { ...parsers, parseBody };

  function parseBody(
    { body, form }: Pick<RequestMessage, 'body' | 'form'>,
    { essence, parameters }: ParsedMediaType,
    declared: MediaType,
  ): ParsedBody {
    // JSON is always UTF-8 (RFC 8259, 8.1), even if the media type names another charset.
    if (isJson(essence)) return parseJson(decodeText(body, 'utf-8'));
    if (isMultipart(essence) && form) {
      if (form.length === 0) return { kind: 'malformed', reason: 'is not a valid multipart form' };
      const fields = form.map(({ name, value }) => [name, value] as const);
      return { kind: 'value', value: parseForm(declared, fields) };
    }
    if (!isForm(essence) && !isText(essence)) return { kind: 'opaque' };

    const decoded = decodeText(body, parameters.charset ?? 'utf-8');
    if (decoded.kind === 'malformed') return decoded;
    if (isForm(essence) && !isPercentEncoded(decoded.value)) {
      return { kind: 'malformed', reason: 'is not percent-encoded UTF-8' };
    }
    const value = isForm(essence)
      ? parseForm(declared, splitFields(decoded.value), decodeField)
      : text.parseScalar(decoded.value, declared.schemaPointer);
    return { kind: 'value', value };
  }
}

/** Servers read other forms in different ways, or reject them. */
function isPercentEncoded(form: string): boolean {
  try {
    decodeURIComponent(form);
    return true;
  } catch {
    return false;
  }
}

type DecodedText = { kind: 'value'; value: string } | Extract<ParsedBody, { kind: 'malformed' }>;

function decodeText(bytes: Uint8Array, charset: string): DecodedText {
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    return { kind: 'value', value: decoder.decode(bytes) };
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
    const hasByteOrderMark = decoded.value.startsWith('\ufeff');
    const reason = hasByteOrderMark
      ? 'begins with a byte order mark, which JSON must not have'
      : 'is not valid JSON';
    return { kind: 'malformed', reason };
  }
}
