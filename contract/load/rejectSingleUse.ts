import type { CreateError } from '../ContractError.ts';
import type { Operation } from '../contract.ts';
import { joinPointer, valueAt } from '../jsonPointer.ts';
import { findAllSubschemas } from '../schema/findSubschemas.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';

const mark = 'x-single-use';

/** Rejects `x-single-use` within a property of a body, where mock and verifier do not look for it. */
export function rejectSingleUse(
  document: unknown,
  operations: readonly Operation[],
  createError: CreateError,
): void {
  const bodies = operations.flatMap(({ requestBody }) => requestBody?.content ?? []);
  for (const { schemaPointer } of bodies) {
    if (schemaPointer === undefined) continue;

    const properties = [...resolveSchema(document, schemaPointer).properties.values()];
    const known = properties.map((it) => resolveSchema(document, it).keyword(mark)?.pointer);
    for (const pointer of findAllSubschemas(document, schemaPointer)) {
      const own = joinPointer(pointer, mark);
      const isKnown = valueAt(document, own) !== true || known.includes(own);
      if (!isKnown) throw createError(own, `"${mark}" is for a property of the body itself.`);
    }
  }
}
