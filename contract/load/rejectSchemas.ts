import type { CreateError } from '../ContractError.ts';
import { findObjects, isRecord, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';
import { findSubschemas } from '../schema/findSubschemas.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';

/** Rejects schemas whose meaning depends on more than JSON Schema, or that no type in TypeScript can express. */
export function rejectSchemas(document: object, createError: CreateError): void {
  const objects = [...findObjects(document)];
  for (const [schema, pointer] of objects) {
    const { discriminator } = schema;
    if (isRecord(discriminator) && typeof discriminator.propertyName === 'string') {
      rejectDiscriminator(document, pointer, createError);
    }
  }

  const targets = objects.flatMap(([{ $ref }]) =>
    typeof $ref === 'string' ? (pointerOfRef($ref) ?? []) : [],
  );
  const circular = targets.find((target) => findDirectParts(document, target).has(target));
  if (circular === undefined) return;

  const reason = 'contains itself in a list or a choice; put it into a property';
  throw createError(circular, `The schema ${reason}.`);
}

/** Rejects a discriminator that says anything else than a `const` in each schema of the choice. */
function rejectDiscriminator(document: object, pointer: string, createError: CreateError): void {
  const { discriminator, oneOf, anyOf } = Object(valueAt(document, pointer));
  const { propertyName, mapping = {} } = discriminator;
  const own = joinPointer(pointer, 'discriminator');
  const choice: unknown[] = oneOf ?? anyOf ?? [];
  const expected = new Map<string, unknown>();
  const hasConstants = choice.map((part, i) => {
    const schema = resolveSchema(document, joinPointer(pointer, oneOf ? 'oneOf' : 'anyOf', i));
    const property = resolveSchema(document, schema.properties.get(propertyName) ?? '');
    const constant = property.keyword('const')?.value;
    const { $ref } = Object(part);
    if ($ref !== undefined) expected.set(String(constant), $ref);
    return constant !== undefined;
  });
  if (choice.length === 0 || hasConstants.includes(false)) {
    const reason = `needs "oneOf", and in each of its schemas a "const" for "${propertyName}"`;
    throw createError(own, `A discriminator is not validated. It ${reason}.`);
  }

  const names = [...expected.keys(), ...Object.keys(mapping)];
  const wrong = names.find((name) => expected.get(name) !== mapping[name]);
  if (wrong === undefined) return;

  const reason = 'expected a mapping from each "const" to the "$ref" of its schema';
  throw createError(
    own,
    `The mapping of "${wrong}" is ${JSON.stringify(mapping[wrong])}; ${reason}.`,
  );
}

/** The schemas in a schema that are not in a property of it. */
function findDirectParts(document: unknown, pointer: string, parts = new Set<string>()) {
  for (const part of findSubschemas(document, pointer)) {
    const isProperty = /\/(properties\/[^/]*|additionalProperties)$/.test(part);
    if (parts.has(part) || (isProperty && part.startsWith(`${pointer}/`))) continue;

    parts.add(part);
    findDirectParts(document, part, parts);
  }
  return parts;
}
