import { isRecord } from '#contract';
import { readJson } from '../model.ts';

/** Reads the texts of a request's body, by the names of its properties or fields. */
export function requestFields(body: Buffer | undefined): ReadonlyMap<string, string> {
  if (!body) return new Map();

  const value = readJson({ body });
  const entries = isRecord(value) ? Object.entries(value) : [...new URLSearchParams(String(body))];
  return new Map(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : [])),
  );
}
