/** Appends segments to a JSON pointer (RFC 6901). */
export function joinPointer(pointer: string, ...segments: readonly (string | number)[]): string {
  return segments.reduce<string>(
    (joined, segment) => `${joined}/${escapeSegment(segment)}`,
    pointer,
  );
}

/** The unescaped segments of a JSON pointer. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a JSON pointer, or undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const segment of splitPointer(pointer)) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** Every object and array within a value, with its JSON pointer. */
export function* findObjects(
  value: unknown,
  pointer = '',
): Iterable<[object: Record<string, unknown>, pointer: string]> {
  if (!isObject(value)) return;

  yield [value, pointer];
  for (const [key, child] of Object.entries(value)) {
    yield* findObjects(child, joinPointer(pointer, key));
  }
}

/** Returns the JSON pointer of a `$ref` into the same document. */
export function pointerOfRef(ref: string): string {
  try {
    return decodeURIComponent(ref.replace(/^#/, ''));
  } catch {
    return ref;
  }
}

/** An object or an array: a value that a JSON pointer can step into. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** An object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

function escapeSegment(segment: string | number): string {
  return String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
}
