import type { Parameter } from '../contract.ts';
import { valueAt } from '../jsonPointer.ts';
import { type ResolvedSchema, resolveSchema } from './resolveSchema.ts';

/** Whether the contract marks a value with `x-single-use`: it is valid for one request only. */
export function isSingleUse(schema: ResolvedSchema): boolean {
  return schema.keyword('x-single-use')?.value === true;
}

/** The same for a parameter, which may have the mark itself. */
export function isSingleUseParameter(
  document: unknown,
  { pointer, schemaPointer }: Pick<Parameter, 'pointer' | 'schemaPointer'>,
): boolean {
  const isMarked = valueAt(document, `${pointer}/x-single-use`) === true;
  return isMarked || isSingleUse(resolveSchema(document, schemaPointer ?? pointer));
}
