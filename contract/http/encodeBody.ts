import { isRecord } from '../jsonPointer.ts';
import { essenceOf, isForm, isJson } from './mediaType.ts';

/**
 * Encodes a value as a body of the given media type: JSON, a form whose lists become repeated fields, or a scalar as
 * text. Undefined if the media type cannot carry the value.
 */
export function encodeBody(value: unknown, mediaType: string): Buffer | undefined {
  const essence = essenceOf(mediaType);
  if (isJson(essence) && value !== undefined) return Buffer.from(JSON.stringify(value));

  const text = isForm(essence) ? encodeForm(value) : encodeScalar(value);
  return text === undefined ? undefined : Buffer.from(text);
}

function encodeForm(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;

  const form = new URLSearchParams();
  for (const [name, field] of Object.entries(value)) {
    for (const item of [field].flat()) {
      const text = encodeScalar(item);
      if (text === undefined) return undefined;

      form.append(name, text);
    }
  }
  return form.toString();
}

/** Converts a scalar to text, null to an empty string, and a list or an object to undefined. */
export function encodeScalar(value: unknown): string | undefined {
  if (value === null) return '';
  return typeof value === 'object' || value === undefined ? undefined : String(value);
}
