import { isRecord } from '../jsonPointer.ts';
import type { Located } from '../schema/resolveSchema.ts';
import { findSchemas } from './findSchemas.ts';

type Schema = Record<string, unknown>;
type Warn = (pointer: string, message: string) => void;

/**
 * Makes the schemas of a document valid for JSON Schema 2020-12, in place, so that their pointers stay: those of
 * OpenAPI 3.0 are converted, and keywords that would make the whole file unusable are removed with a warning.
 * Returns every schema of the document.
 */
export function normalizeSchemas(
  document: Schema,
  version: string,
  warn: Warn,
): readonly Located<Schema>[] {
  const schemas = findSchemas(document);
  for (const { value, pointer } of schemas) {
    if (version.startsWith('3.0.')) convertSchema(value, pointer, warn);
    else if (value.nullable !== undefined) {
      const message =
        'OpenAPI 3.1 has no "nullable", so it is ignored; add "null" to the "type" instead.';
      warn(`${pointer}/nullable`, message);
      delete value.nullable;
    }
  }
  resolveIdentifiers(schemas);
  for (const { value, pointer } of schemas) removeUnusable(value, pointer, warn);
  return schemas;
}

/** Converts a Schema Object of OpenAPI 3.0. */
function convertSchema(schema: Schema, pointer: string, warn: Warn): void {
  if (schema.nullable === true && typeof schema.type !== 'string') {
    const message = 'OpenAPI 3.0 ignores "nullable" without a "type" beside it.';
    warn(`${pointer}/nullable`, message);
  }
  if (typeof schema.$ref === 'string') {
    // OpenAPI 3.0 ignores what is beside a reference.
    for (const key of Object.keys(schema)) if (key !== '$ref') delete schema[key];
    return;
  }
  const { nullable, type } = schema;
  delete schema.nullable;
  if (nullable === true && typeof type === 'string') schema.type = [type, 'null'];
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[flag] !== 'boolean') continue;
    if (schema[flag] && typeof schema[limit] === 'number') {
      schema[flag] = schema[limit];
      delete schema[limit];
    } else delete schema[flag];
  }
}

/** Rewrites references to `$id` and `$anchor` as JSON pointers. */
function resolveIdentifiers(schemas: readonly Located<Schema>[]): void {
  const targets = new Map<string, string>();
  for (const { value, pointer } of schemas) {
    const { $id, $anchor } = value;
    if (typeof $id === 'string') targets.set($id, `#${pointer}`);
    if (typeof $anchor === 'string')
      targets.set(`${resourceOf(pointer)}#${$anchor}`, `#${pointer}`);
  }
  for (const { value } of schemas) {
    const target = typeof value.$ref === 'string' ? targets.get(value.$ref) : undefined;
    if (target !== undefined) value.$ref = target;
  }
  for (const { value } of schemas) {
    delete value.$id;
    delete value.$anchor;
  }

  /** The `$id` of the nearest schema around a pointer. */
  function resourceOf(pointer: string): string {
    const around = schemas.filter(
      (schema) =>
        typeof schema.value.$id === 'string' && `${pointer}/`.startsWith(`${schema.pointer}/`),
    );
    return String(around.at(-1)?.value.$id ?? '');
  }
}

function removeUnusable(schema: Schema, pointer: string, warn: Warn): void {
  const remove = (keyword: string, message: string) => {
    delete schema[keyword];
    warn(`${pointer}/${keyword}`, message);
  };
  if (Array.isArray(schema.enum) && schema.enum.length === 0) {
    remove('enum', 'The "enum" has no values, so it is ignored.');
  }
  if (schema.examples !== undefined && !Array.isArray(schema.examples)) {
    remove('examples', 'The "examples" of a schema must be a list, so they are ignored.');
  }
  if (schema.$vocabulary !== undefined && !isRecord(schema.$vocabulary)) {
    remove('$vocabulary', 'The "$vocabulary" must be an object, so it is ignored.');
  }
  if (typeof schema.pattern === 'string' && !isRegularExpression(schema.pattern)) {
    remove('pattern', 'The "pattern" is not a regular expression, so it is ignored.');
  }
  const { patternProperties } = schema;
  for (const pattern of isRecord(patternProperties) ? Object.keys(patternProperties) : []) {
    if (isRegularExpression(pattern)) continue;
    remove(
      'patternProperties',
      `The pattern "${pattern}" is not a regular expression, so all are ignored.`,
    );
    break;
  }
  delete schema.$schema;
}

/** Whether Ajv can use the pattern, which is always read with the flag `u`. */
function isRegularExpression(pattern: string): boolean {
  try {
    // A pattern is compiled when it is first used, which fails if it is too large.
    new RegExp(pattern, 'u').test('');
    return true;
  } catch {
    return false;
  }
}
