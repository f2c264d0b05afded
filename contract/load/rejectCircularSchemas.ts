import type { CreateError } from '../ContractError.ts';
import { findObjects, pointerOfRef } from '../jsonPointer.ts';
import { findSubschemas } from '../schema/findSubschemas.ts';

/** Rejects schemas that contain themselves without a property in between, as no TypeScript type can. */
export function rejectCircularSchemas(document: object, createError: CreateError): void {
  for (const [object] of findObjects(document)) {
    const target = pointerOfRef(object);
    if (target === undefined || !findDirectParts(document, target).has(target)) continue;

    const message = 'The schema contains itself in a list or a choice; put it into a property.';
    throw createError(target, message);
  }
}

/** Finds the schemas within a schema that are not in one of its properties. */
function findDirectParts(document: unknown, pointer: string, parts = new Set<string>()) {
  for (const part of findSubschemas(document, pointer)) {
    const isProperty = /\/(properties\/[^/]*|additionalProperties)$/.test(part);
    if (parts.has(part) || (isProperty && part.startsWith(`${pointer}/`))) continue;

    parts.add(part);
    findDirectParts(document, part, parts);
  }
  return parts;
}
