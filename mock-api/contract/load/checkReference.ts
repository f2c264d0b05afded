import type { ContractError } from '../ContractError.ts';
import { joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

/**
 * Checks that the `$ref` of a schema, if it has one, resolves within the document.
 * @throws {ContractError} made by `createError`
 */
export function checkReference(
  { $ref: ref }: Record<string, unknown>,
  pointer: string,
  document: unknown,
  createError: (pointer: string, message: string) => ContractError,
): void {
  if (typeof ref !== 'string') return;
  const target = pointerOfRef(ref);
  const reason =
    target === undefined
      ? 'points to another file; bundle the contract first'
      : valueAt(document, target) === undefined && 'does not resolve';
  if (reason) throw createError(joinPointer(pointer, '$ref'), `The reference "${ref}" ${reason}.`);
}
