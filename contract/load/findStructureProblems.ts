import { isRecord, joinPointer } from '../jsonPointer.ts';
import { isKnownFormat } from '../schema/compileSchema.ts';
import { shorten } from '../violation.ts';
import type { Problem } from './problem.ts';
import { structure } from './structure.ts';

/** The keys of the mappings in which they have a meaning, by the object and its field. */
const keys: Readonly<Record<string, readonly [pattern: RegExp, expected: string]>> = {
  'Document paths': [/^\/[^?#]*$/, 'a path that begins with "/" and has no query'],
  'Operation responses': [/^([1-5](\d\d|XX)|default)$/i, 'a status such as 404, 4XX or default'],
  'Components schemas': [
    /^(?!Record$)[A-Za-z][\w.-]*$/,
    'a name that TypeScript allows for a type',
  ],
};

const values: Readonly<Record<string, readonly [isValid: (it: unknown) => boolean, what: string]>> =
  {
    text: [isText, 'text, in quotes'],
    format: [isText, 'text'],
    flag: [(it) => typeof it === 'boolean', 'true or false'],
    '[]': [Array.isArray, 'a list'],
    '{}': [isRecord, 'a mapping'],
  };

/** Finds the fields and values of a document that OpenAPI does not have, or that a contract cannot have. */
export function findStructureProblems(document: Readonly<Record<string, unknown>>): Problem[] {
  return findObjectProblems(document, '', 'Document');
}

function findObjectProblems(
  object: Readonly<Record<string, unknown>>,
  pointer: string,
  type: string,
): Problem[] {
  // In a schema, others may stand beside it.
  if (typeof object.$ref === 'string' && type !== 'Schema') return [];

  const { [type]: fields = {} } = structure;
  const names = Object.keys(object).filter((name) => !name.startsWith('x-'));
  return names.flatMap((name) => {
    const own = joinPointer(pointer, name);
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (shape !== undefined) {
      const ofKeys = findKeyProblems(object[name], own, keys[`${type} ${name}`]);
      return [...ofKeys, ...findValueProblems(object[name], own, shape)];
    }
    const article = /^[AEIO]/.test(type) ? 'an' : 'a';
    const expected = `expected ${Object.keys(fields).join(', ')}`;
    return {
      pointer: own,
      message: `"${name}" is not supported in ${article} ${type}; ${expected}.`,
    };
  });
}

function findKeyProblems(
  mapping: unknown,
  pointer: string,
  [pattern, expected]: readonly [RegExp?, string?] = [],
): Problem[] {
  const wrong = Object.keys(Object(mapping)).filter(
    (key) => !key.startsWith('x-') && pattern?.test(key) === false,
  );
  return wrong.map((key) => ({
    pointer: joinPointer(pointer, key),
    message: `Expected ${expected}, got "${shorten(key)}".`,
  }));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function findFormatProblems(format: string, pointer: string): Problem[] {
  if (isKnownFormat(format)) return [];

  const message = `Warning: JSON Schema has no format "${shorten(format)}", so it is not validated.`;
  return [{ pointer, message, isWarning: true }];
}

/** @param shape that of a field in `structure` */
function findValueProblems(value: unknown, pointer: string, shape: string): Problem[] {
  const [, type = '', list] = /^(.+?)(\[\]|\{\})?$/.exec(shape) ?? [];
  if (type === 'any' || (shape === 'Schema' && typeof value === 'boolean')) return [];

  const [isValid, expected] = values[list ?? type] ?? [isRecord, 'a mapping'];
  if (!isValid(value)) {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    const found = shorten(JSON.stringify(value));
    return [{ pointer, message: `"${name}": expected ${expected}, got ${found}.` }];
  }
  if (type === 'format') return findFormatProblems(String(value), pointer);
  if (list === undefined) return isRecord(value) ? findObjectProblems(value, pointer, type) : [];

  return Object.entries(Object(value)).flatMap(([key, child]) =>
    findValueProblems(child, joinPointer(pointer, key), type),
  );
}
