import { describeReference, isRecord } from '../jsonPointer.ts';
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
  resolveIdentifiers(schemas, document);
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

/** Rewrites references to `$id` and `$anchor`, and those within a schema with an `$id`, as JSON pointers. */
function resolveIdentifiers(schemas: readonly Located<Schema>[], document: Schema): void {
  const targets = new Map<unknown, string>();
  /** The schema with an `$id` around the current one, since a schema comes before those nested in it. */
  let resource = { pointer: '/', id: '' };
  for (const { value, pointer } of schemas) {
    const { $id: id, $anchor: anchor, $ref: ref } = value;
    if (!`${pointer}/`.startsWith(`${resource.pointer}/`)) resource = { pointer: '/', id: '' };
    if (typeof id === 'string') resource = { pointer, id };
    if (typeof id === 'string') targets.set(id, `#${pointer}`);
    if (typeof anchor === 'string') targets.set(`${resource.id}#${anchor}`, `#${pointer}`);
    if (resource.id === '' || typeof ref !== 'string' || !ref.startsWith('#/')) continue;
    const own = `#${resource.pointer}${ref.slice(1)}`;
    if (!describeReference(own, document)) value.$ref = own;
  }
  for (const { value } of schemas) {
    value.$ref = targets.get(value.$ref) ?? value.$ref;
    for (const key of ['$id', '$anchor', '$schema']) delete value[key];
    if (value.$ref === undefined) delete value.$ref;
  }
}

function removeUnusable(schema: Schema, pointer: string, warn: Warn): void {
  const { enum: values, examples, pattern, patternProperties } = schema;
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  const problems = {
    enum: Array.isArray(values) && values.length === 0 && 'has no values, so it is ignored',
    examples:
      examples !== undefined && !Array.isArray(examples) && 'must be a list, so it is ignored',
    pattern:
      typeof pattern === 'string' &&
      !isRegularExpression(pattern) &&
      'is no regular expression, so it is ignored',
    patternProperties:
      !patterns.every(isRegularExpression) &&
      'has a key that is no regular expression, so it is ignored',
  };
  for (const [keyword, problem] of Object.entries(problems)) {
    if (problem === false) continue;
    delete schema[keyword];
    warn(`${pointer}/${keyword}`, `The "${keyword}" ${problem}.`);
  }
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
