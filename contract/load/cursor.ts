import type { CreateError } from '../ContractError.ts';
import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

/** A value in the contract and the way to its children. References are followed. */
export interface Cursor {
  pointer: string;
  value: unknown;
  /** The child with that key; undefined if there is none. */
  get(key: string): Cursor | undefined;
  /** The children of an object or an array; empty for any other value. */
  entries(): [string, Cursor][];
  /** The child with that key if it is a string. */
  text(key: string): string | undefined;
}

/** Creates the cursor at a document's root, which throws at a reference that leads to nothing in the file. */
export function createCursor(document: unknown, createError: CreateError): Cursor {
  return cursorAt(document, '');

  function cursorAt(value: unknown, pointer: string): Cursor {
    const get = (key: string) => {
      if (!isObject(value) || !Object.hasOwn(value, key) || value[key] === undefined)
        return undefined;
      return follow(joinPointer(pointer, key), value[key], []);
    };
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

  function follow(pointer: string, value: unknown, visited: readonly string[]): Cursor {
    const ref = isObject(value) ? value.$ref : undefined;
    if (typeof ref !== 'string') return cursorAt(value, pointer);

    const target = pointerOfRef(ref);
    const found = target === undefined ? undefined : valueAt(document, target);
    if (target === undefined || found === undefined || visited.includes(target)) {
      throw createError(pointer, `The reference "${ref}" leads to nothing in this file.`);
    }
    return follow(target, found, [...visited, target]);
  }
}
