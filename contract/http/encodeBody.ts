import { isRecord } from '../jsonPointer.ts';
import { isForm, isJson, parseMediaType } from './mediaType.ts';

/**
 * Encodes a value as a body of the given media type: JSON, a form whose lists become repeated
 * fields and whose objects become JSON, a scalar as text, or a string as it is. Returns undefined if the media type cannot carry the value.
 */
export function encodeBody(value: unknown, mediaType: string): Buffer | undefined {
  if (value === undefined) return undefined;
  const { essence = '' } = parseMediaType(mediaType) ?? {};
  if (isJson(essence)) return Buffer.from(JSON.stringify(value));
  if (!isForm(essence)) {
    const text = essence.startsWith('text/') ? encodeScalar(value) : value;
    return typeof text === 'string' ? Buffer.from(text) : undefined;
  }
  if (!isRecord(value)) return undefined;

  const form = new URLSearchParams();
  for (const [name, field] of Object.entries(value)) {
    for (const item of [field].flat()) {
      form.append(name, encodeScalar(item) ?? JSON.stringify(item));
    }
  }
  return Buffer.from(form.toString());
}

/** A scalar as text; null becomes an empty string, and lists and objects become undefined. */
export function encodeScalar(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'object' || value === undefined ? undefined : String(value);
}

/** The value of a header: a scalar, or a list with commas. */
export function encodeHeader(value: unknown): string {
  return [value].flat().map(encodeScalar).join(',');
}
