import { isRecord } from '#contract';
import { readJson } from '../send/sendRequest.ts';

/** The texts in a request's body, by the names of its properties or fields. */
export function requestFields(body: Buffer | undefined): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  if (!body) return fields;

  const value = readJson({ body });
  const entries = isRecord(value)
    ? Object.entries(value)
    : [...new URLSearchParams(String(body)).entries()];
  for (const [name, text] of entries) {
    if (typeof text === 'string') fields.set(name, text);
  }
  return fields;
}
