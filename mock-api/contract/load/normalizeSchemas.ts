import { describeReference, pointerOfRef } from '../jsonPointer.ts';
import type { Located } from '../schema/resolveSchema.ts';

type Schema = Record<string, unknown>;

/**
 * Makes the schemas of a document valid for JSON Schema 2020-12, in place, so that their pointers stay: those of
 * OpenAPI 3.0 are converted, and references to identifiers become JSON pointers.
 */
export function normalizeSchemas(
  document: Schema,
  version: string,
  schemas: readonly Located<Schema>[],
): void {
  if (version.startsWith('3.0.')) for (const { value } of schemas) convertSchema(value);
  resolveIdentifiers(schemas, document);
}

/** Converts a Schema Object of OpenAPI 3.0. */
function convertSchema(schema: Schema): void {
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

/** Resolves references against the `$id` around them, to a schema with an `$id` or an `$anchor` or by their pointer. */
function resolveIdentifiers(schemas: readonly Located<Schema>[], document: Schema): void {
  const file = { pointer: '', uri: 'contract:/document' };
  const pointers = new Map([[file.uri, file.pointer]]);
  const bases: string[] = [];
  /** The schema with an `$id` around the current one, since a schema comes before those nested in it. */
  let resource = file;
  for (const { value, pointer } of schemas) {
    if (!`${pointer}/`.startsWith(`${resource.pointer}/`)) resource = file;
    const { $id: id, $anchor: anchor } = value;
    const uri = typeof id === 'string' ? URL.parse(id, resource.uri)?.href : undefined;
    if (uri !== undefined) resource = { pointer, uri };
    pointers.set(resource.uri, resource.pointer);
    if (typeof anchor === 'string') pointers.set(`${resource.uri}#${anchor}`, pointer);
    bases.push(resource.uri);
  }
  for (const [i, { value }] of schemas.entries()) {
    const target = typeof value.$ref === 'string' ? find(value.$ref, bases[i]) : undefined;
    if (target !== undefined && !describeReference(`#${target}`, document))
      value.$ref = `#${target}`;
    for (const key of ['$id', '$anchor', '$schema']) delete value[key];
  }

  function find(ref: string, base: string | undefined): string | undefined {
    const uri = URL.parse(ref, base)?.href ?? '';
    const [resourceUri = ''] = uri.split('#', 1);
    const owner = pointers.get(resourceUri);
    const within = pointerOfRef(uri.slice(resourceUri.length) || '#');
    if (within === undefined) return pointers.get(uri);
    return owner === undefined ? undefined : owner + within;
  }
}
