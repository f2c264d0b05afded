import { isObject } from '../contract/jsonPointer.ts';

/** The values of a request that a scenario's response may contain. */
export interface TemplateValues {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** The number of this attempt with the same key, from 1. */
  counter: number;
  /** An ISO date. */
  now: string;
}

// The lookahead keeps the time linear: without it, each of many spaces could end the first group of spaces.
const variablePattern = /\{\{\s*(?=\S)([^{}\s]*)\s*\}\}/g;
const validName = /^(counter|now|(query|body)\.[^.]+)$/;

/**
 * Replaces variables such as `{{body.text}}` and `{{counter}}` in all strings of a value. A string that
 * consists of one variable becomes its value; a missing value becomes null, or nothing within a text.
 */
export function fillTemplate(template: unknown, values: TemplateValues): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, fillTemplate(value, values)]),
  );
}

/**
 * The variables in a value that no request can have.
 * @param pathNames the path parameters of the operation
 */
export function findUnknownVariables(template: unknown, pathNames: readonly string[]): string[] {
  const inPath = pathNames.map((name) => `path.${name}`);
  const matches = JSON.stringify(template ?? null).matchAll(variablePattern);
  return [...matches]
    .filter(([, name = '']) => !validName.test(name) && !inPath.includes(name))
    .map(([text]) => text);
}

function fillText(text: string, values: TemplateValues): unknown {
  const [variable] = text.matchAll(variablePattern);
  if (variable?.[0] === text) return lookUp(variable[1], values) ?? null;
  return text.replace(variablePattern, (_, name: string) => {
    const value = lookUp(name, values) ?? '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

function lookUp(name = '', values: TemplateValues): unknown {
  const [source = '', property] = name.split('.');
  const value = Object.hasOwn(values, source) ? values[source as keyof TemplateValues] : undefined;
  if (property === undefined) return value;
  return isObject(value) && Object.hasOwn(value, property) ? value[property] : undefined;
}
