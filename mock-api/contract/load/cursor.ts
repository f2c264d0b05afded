import type { ContractError } from '../ContractError.ts';
import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

/** A value in the contract and the way to its children. References are followed. */
export interface Cursor {
  pointer: string;
  value: unknown;
  /** The child with that key, or undefined if there is none. */
  get(key: string): Cursor | undefined;
  /** The children of an object or an array; empty for any other value. */
  entries(): [string, Cursor][];
  /** The child with that key if it is a string. */
  text(key: string): string | undefined;
}

/**
 * Creates the cursor at a document's root. `createError` makes the error for a pointer.
 *
 * @throws {ContractError} from the cursor's methods, for a reference that does not resolve
 */
export function createCursor(
  document: unknown,
  createError: (pointer: string, message: string) => ContractError,
): Cursor {
  function follow(value: unknown, pointer: string, visited: readonly string[] = []): Cursor {
    const ref = isObject(value) ? value.$ref : undefined;
    if (typeof ref !== 'string') return cursorAt(value, pointer);

    const error = (reason: string) =>
      createError(joinPointer(pointer, '$ref'), `The reference "${ref}" ${reason}.`);
    const target = pointerOfRef(ref);
    if (target === undefined) throw error('points to another file; bundle the contract first');
    if (visited.includes(target)) throw error('is circular');
    const targetValue = valueAt(document, target);
    if (targetValue === undefined) throw error('does not resolve');
    return follow(targetValue, target, [...visited, target]);
  }

  function cursorAt(value: unknown, pointer: string): Cursor {
    const get = (key: string) =>
      isObject(value) && Object.hasOwn(value, key) && value[key] !== undefined
        ? follow(value[key], joinPointer(pointer, key))
        : undefined;
    return {
      pointer,
      value,
      get,
      entries() {
        const keys = isObject(value) ? Object.keys(value) : [];
        return keys.flatMap((key): [string, Cursor][] => {
          const child = get(key);
          return child ? [[key, child]] : [];
        });
      },
      text(key) {
        const child = get(key)?.value;
        return typeof child === 'string' ? child : undefined;
      },
    };
  }

  return cursorAt(document, '');
}
