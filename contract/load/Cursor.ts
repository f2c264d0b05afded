import type { CreateError } from '../ContractError.ts';
import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

/** A document, and the function that creates errors about its parts. */
interface Source {
  document: unknown;
  createError: CreateError;
}

/** A value in the contract, with access to its children. References are followed. */
export class Cursor {
  readonly #source: Source;
  readonly pointer: string;
  readonly value: unknown;

  constructor(source: Source, pointer = '', value = source.document) {
    this.#source = source;
    this.pointer = pointer;
    this.value = value;
  }

  /** Returns the child with that key; undefined if there is none. */
  get(key: string): Cursor | undefined {
    const { value } = this;
    if (!isObject(value) || !Object.hasOwn(value, key) || value[key] === undefined) {
      return undefined;
    }
    return this.#follow(joinPointer(this.pointer, key), value[key]);
  }

  /** Returns the children of an object or an array; empty for any other value. */
  entries(): [string, Cursor][] {
    return Object.keys(Object(this.value)).flatMap((key): [string, Cursor][] => {
      const child = this.get(key);
      return child ? [[key, child]] : [];
    });
  }

  /** Returns the children of the child with that key. */
  entriesOf(key: string): [string, Cursor][] {
    return this.get(key)?.entries() ?? [];
  }

  /** Returns the child with that key if it is a string. */
  text(key: string): string | undefined {
    const child = this.get(key)?.value;
    return typeof child === 'string' ? child : undefined;
  }

  /** Whether the child with that key is `true`. */
  flag(key: string): boolean {
    return this.get(key)?.value === true;
  }

  /** Creates the error for this value. */
  error(message: string): Error {
    return this.#source.createError(this.pointer, message);
  }

  #follow(pointer: string, value: unknown): Cursor {
    const target = pointerOfRef(value);
    if (target === undefined) return new Cursor(this.#source, pointer, value);

    return this.#follow(target, valueAt(this.#source.document, target));
  }
}
