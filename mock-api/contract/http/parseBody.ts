import type { Contract, MediaType } from '../contract.ts';
import { isDeeperThan } from '../jsonPointer.ts';
import { shorten } from '../violation.ts';
import type { RequestMessage } from './httpMessage.ts';
import { isForm, isJson, type ParsedMediaType } from './mediaType.ts';
import { createParameterParser, decodeField, splitFields } from './parseParameter.ts';
import { createTextParser } from './parseText.ts';
import { isMultipart } from './readForm.ts';

const decoderOptions = { fatal: true, ignoreBOM: true };

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
export function isText(essence: string): boolean {
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
    if (isMultipart(essence) && form) {
      if (form.length === 0) return { kind: 'malformed', reason: 'is not a valid multipart form' };
      const fields = form.map(({ name, value }) => [name, value] as const);
      return { kind: 'value', value: parseForm(declared, fields) };
    }
    if (!isParsed(essence) || isMultipart(essence)) return { kind: 'opaque' };
    // JSON is always UTF-8 (RFC 8259, 8.1), even if the media type names another charset.
    const charset = (!isJson(essence) && parameters.charset) || 'utf-8';
    const decoded = attempt(() => new TextDecoder(charset, decoderOptions).decode(body));
    if (decoded === undefined) {
      return { kind: 'malformed', reason: `is not valid ${shorten(charset)} text` };
    }
    // Servers read other forms in different ways, or reject them.
    if (isForm(essence) && attempt(() => decodeURIComponent(decoded)) === undefined) {
      return { kind: 'malformed', reason: 'is not percent-encoded UTF-8' };
    }
    if (isJson(essence)) return parseJson(decoded);
    const value = isForm(essence)
      ? parseForm(declared, splitFields(decoded), decodeField)
      : text.parseScalar(decoded, declared.schemaPointer);
    return { kind: 'value', value };
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
    const hasByteOrderMark = text.startsWith('\ufeff');
    const reason = hasByteOrderMark
      ? 'begins with a byte order mark, which JSON must not have'
      : 'is not valid JSON';
    return { kind: 'malformed', reason };
  }
}
