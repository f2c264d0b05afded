import { fieldAt } from './matchFields.ts';

/** The values of a request that a scenario's response may contain. */
export interface TemplateValues {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** The headers by name in lower case. */
  header: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The number of this attempt with the same key, from 1. */
  counter: number;
}

// The lookahead keeps the time linear: without it, each of many spaces could end the first group of spaces.
const variablePattern = /\\\{\{|\{\{\s*(?=\S)([^{}\s]*)\s*\}\}/g;

/**
 * Replaces variables such as `{{body.text}}` and `{{counter}}` in all strings of a value. A string that
 * consists of one variable becomes its value; a missing value becomes null, or nothing within a text. The
 * backslash in `\{{` is removed, and what follows stays as it is.
 */
export function fillTemplate(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, fillTemplate(value, values)]),
  );
}

/** Whether a value contains a variable, or an escaped one. */
export function hasVariable(template: unknown): boolean {
  return JSON.stringify(template ?? null).search(variablePattern) >= 0;
}

/** A text that `fillTemplate` turns into this one. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('{{', '\\{{');
}

/**
 * The variables in a value, without their braces, that no request can have, and all those of the body.
 * @param parameterNames those of the path and the query: `path.briefId`
 */
export function findUnknownVariables(
  template: unknown,
  parameterNames: readonly string[],
): string[] {
  const isKnown = (name: string) =>
    [...parameterNames, 'counter', 'now'].includes(name) || /^header\.[^.]+$/.test(name);
  const matches = JSON.stringify(template ?? null).matchAll(variablePattern);
  return [...matches].flatMap(([, name]) => (name === undefined || isKnown(name) ? [] : name));
}

function fillText(text: string, values: TemplateValues): unknown {
  const [variable] = text.matchAll(variablePattern);
  if (variable?.[0] === text && variable[1]) return lookUp(variable[1], values) ?? null;
  return text.replace(variablePattern, (match, name?: string) => {
    if (name === undefined) return match.slice(1);
    const value = lookUp(name, values) ?? '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

function lookUp(name: string, values: TemplateValues): unknown {
  if (name === 'now') return new Date().toISOString();
  return fieldAt(values, name.startsWith('header.') ? name.toLowerCase() : name);
}
