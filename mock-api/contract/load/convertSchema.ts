/** Makes a schema of OpenAPI 3.0 one of JSON Schema 2020-12, in place. */
export function convertSchema(schema: Record<string, unknown>): void {
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
