import type { Operation, SchemaValidator, SchemaViolation, ValueModel } from '../contract.ts';
import { isObject, joinPointer, splitPointer, valueAt } from '../jsonPointer.ts';
import { findAllSubschemas } from '../schema/findSubschemas.ts';
import type { Problem } from './problem.ts';

/**
 * Finds the examples of an operation's values that violate their schemas, and the examples and defaults in the schemas
 * themselves.
 * @param compilers for requests and for responses; a value in a schema must be valid for one of them
 */
export function findExampleProblems(
  document: unknown,
  operation: Operation,
  compilers: readonly ((pointer: string) => SchemaValidator)[],
): Problem[] {
  const values = listValues(operation);
  const ofValues = values.flatMap(({ examples, validate }) =>
    examples.flatMap(({ value, pointer }) => describeViolations(pointer, validate(value))),
  );
  const roots = values.flatMap(({ schemaPointer }) => schemaPointer ?? []);
  const visited = new Set<string>();
  for (const root of roots) findAllSubschemas(document, root, visited);
  const ofSchemas = [...visited].flatMap((schemaPointer) =>
    findDocumentedValues(document, schemaPointer).flatMap(({ pointer, value }) => {
      const found = compilers.map((compile) => compile(schemaPointer)(value));
      return found.some((it) => it.length === 0) ? [] : describeViolations(pointer, found[0]);
    }),
  );
  return [...ofValues, ...ofSchemas];
}

function listValues({ parameters, requestBody, responses }: Operation): ValueModel[] {
  return [
    ...parameters,
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ headers, content }) => [...headers, ...content]),
  ];
}

/** The examples and the default in the schema at a pointer. */
function findDocumentedValues(document: unknown, pointer: string) {
  const schema = valueAt(document, pointer);
  if (!isObject(schema)) return [];

  const own = ['example', 'default'].filter((keyword) => Object.hasOwn(schema, keyword));
  const single = own.map((keyword) => ({
    pointer: joinPointer(pointer, keyword),
    value: schema[keyword],
  }));
  const listed = Array.isArray(schema.examples) ? schema.examples : [];
  const examples = listed.map((value: unknown, i) => ({
    pointer: joinPointer(pointer, 'examples', i),
    value,
  }));
  return [...single, ...examples];
}

function describeViolations(
  pointer: string,
  violations: readonly SchemaViolation[] = [],
): Problem[] {
  return violations.map(({ instancePath, reason }) => {
    const name = splitPointer(instancePath).join('.');
    const kind = pointer.endsWith('/default') ? 'default' : 'example';
    const subject = name === '' ? `The ${kind}` : `The ${kind}'s "${name}"`;
    return { pointer: pointer + instancePath, message: `${subject} ${reason}.` };
  });
}
