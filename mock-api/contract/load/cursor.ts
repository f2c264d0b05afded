import { describeReference, isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

/** A value in the contract and the way to its children. References are followed. */
export interface Cursor {
  pointer: string;
  value: unknown;
  /** The child with that key; undefined if there is none that can be used. */
  get(key: string): Cursor | undefined;
  /** The children of an object or an array; empty for any other value. */
  entries(): [string, Cursor][];
  /** The child with that key if it is a string. */
  text(key: string): string | undefined;
}

/** Creates the cursor at a document's root. A value that is ignored is as good as missing. */
export function createCursor(document: unknown, isIgnored: (value: unknown) => boolean): Cursor {
  function follow(value: unknown, pointer: string): Cursor | undefined {
    const ref = isObject(value) ? value.$ref : undefined;
    if (typeof ref !== 'string') return isIgnored(value) ? undefined : cursorAt(value, pointer);
    if (describeReference(ref, document)) return undefined;
    const target = pointerOfRef(ref) ?? '';
    return follow(valueAt(document, target), target);
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
