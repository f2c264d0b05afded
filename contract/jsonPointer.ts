/** Appends segments to a JSON pointer (RFC 6901). */
export function joinPointer(pointer: string, ...segments: readonly (string | number)[]): string {
  return segments.reduce<string>(
    (joined, segment) => `${joined}/${escapeSegment(segment)}`,
    pointer,
  );
}

/** Returns the unescaped segments of a JSON pointer. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a JSON pointer, or undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const segment of splitPointer(pointer)) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** Yields every object and array within a value, with its JSON pointer. */
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

/** Returns the JSON pointer to which an object with `$ref` refers; undefined for any other value. */
export function pointerOfRef(value: unknown): string | undefined {
  const { $ref } = Object(value);
  if (typeof $ref !== 'string') return undefined;

  try {
    return decodeURIComponent($ref.replace(/^#/, ''));
  } catch {
    return $ref;
  }
}

/** Whether a value is an object or an array, so that it can have children in a JSON pointer. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is an object but not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

function escapeSegment(segment: string | number): string {
  return String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
}
