import type { MediaType } from './contract.ts';
import { isForm, isJson, type ParsedMediaType } from './mediaType.ts';
import { valueAt } from './pointer.ts';
import type { TextReader } from './readText.ts';

export type ReadBody =
  | { kind: 'value'; value: unknown }
  /** The bytes are not of the media type that they claim to be. */
  | { kind: 'broken'; reason: string }
  /** A media type whose content is not looked into. */
  | { kind: 'opaque' };

/** Makes the function that turns a body's bytes into the value that its schema is about. */
export function createBodyReader(document: Record<string, unknown>, text: TextReader) {
  return function readBody(
    bytes: Uint8Array,
    actual: ParsedMediaType,
    declared: MediaType,
  ): ReadBody {
    const { essence, parameters } = actual;
    const readable = isJson(essence) || isForm(essence) || essence.startsWith('text/');
    if (!readable) return { kind: 'opaque' };

    // JSON is UTF-8 (RFC 8259, 8.1), whatever its label says.
    const decoded = decode(bytes, isJson(essence) ? 'utf-8' : (parameters.charset ?? 'utf-8'));
    if (decoded.kind === 'broken' || essence.startsWith('text/')) {
      return essence === 'text/json' && decoded.kind === 'value' ? parse(decoded.value) : decoded;
    }
    if (isJson(essence)) return parse(decoded.value);
    const { schemaPointer } = declared;
    const schema = schemaPointer === undefined ? undefined : valueAt(document, schemaPointer);
    return {
      kind: 'value',
      value: text.readFields([...new URLSearchParams(decoded.value)], schema),
    };
  };
}

function decode(bytes: Uint8Array, charset: string) {
  try {
    const value = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return { kind: 'value', value } as const;
  } catch {
    return { kind: 'broken', reason: `is no ${charset.slice(0, 40)} text` } as const;
  }
}

function parse(text: string): ReadBody {
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return { kind: 'broken', reason: 'is no JSON' };
  }
}
