import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { isRecord } from '#contract';
import { temporaryFile } from './temporaryFiles.ts';

/** Merges objects and appends lists; anything else is replaced. */
function merge(value: unknown, change: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(change)) return [...value, ...change];
  if (!isRecord(value) || !isRecord(change)) return change;
  const merged = Object.keys(change).map((key) => [key, merge(value[key], change[key])]);
  return { ...value, ...Object.fromEntries(merged) };
}

/** The text of openapi.yaml with changes in YAML merged into it, as JSON. */
export async function changedSource(changes: string): Promise<string> {
  const own = parse(await readFile('openapi.yaml', 'utf8'));
  return JSON.stringify(merge(own, parse(changes)));
}

/** A temporary file with the text of `changedSource`, until the test ends. */
export async function contractWith(changes: string): Promise<string> {
  return temporaryFile('openapi.yaml', await changedSource(changes));
}
