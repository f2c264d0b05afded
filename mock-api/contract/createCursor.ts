import { ContractError } from './ContractError.ts';
import { isObject, joinPointer, pointerOfRef, valueAt } from './pointer.ts';

/** A place in the contract that can be walked from without minding references. */
export interface Cursor {
  pointer: string;
  value: unknown;
  /** A child, with references followed; undefined where there is none. */
  get(key: string): Cursor | undefined;
  /** The children of a mapping or a list, with references followed. */
  entries(): [string, Cursor][];
  /** A child's text, undefined where it is none. */
  text(key: string): string | undefined;
}

export interface CursorOptions {
  file: string;
  lineOf(pointer: string): number;
}

/** Opens a document at its root. A reference that leads nowhere or leaves the file is a ContractError. */
export function createCursor(document: unknown, { file, lineOf }: CursorOptions): Cursor {
  function follow(value: unknown, pointer: string, seen: readonly string[] = []): Cursor {
    const ref = isObject(value) ? value.$ref : undefined;
    if (typeof ref !== 'string') return at(value, pointer);

    const target = pointerOfRef(ref);
    const place = `${file}:${lineOf(joinPointer(pointer, '$ref'))}`;
    if (target === undefined) {
      throw new ContractError([`${place} "${ref}" leaves the file. Bundle the contract first.`]);
    }
    if (seen.includes(target)) throw new ContractError([`${place} "${ref}" leads back to itself.`]);
    const found = valueAt(document, target);
    if (found === undefined) throw new ContractError([`${place} "${ref}" leads nowhere.`]);
    return follow(found, target, [...seen, target]);
  }

  function at(value: unknown, pointer: string): Cursor {
    const child = (key: string) =>
      isObject(value) && Object.hasOwn(value, key) && value[key] !== undefined
        ? follow(value[key], joinPointer(pointer, key))
        : undefined;
    return {
      pointer,
      value,
      get: child,
      entries: () =>
        isObject(value)
          ? Object.keys(value).map((key) => [key, child(key) as Cursor] as [string, Cursor])
          : [],
      text(key) {
        const found = child(key)?.value;
        return typeof found === 'string' ? found : undefined;
      },
    };
  }

  return at(document, '');
}
