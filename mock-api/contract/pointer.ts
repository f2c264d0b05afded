/** Adds segments to a JSON pointer (RFC 6901). */
export function joinPointer(pointer: string, ...segments: readonly (string | number)[]): string {
  return segments.reduce<string>(
    (joined, segment) => `${joined}/${escapeSegment(segment)}`,
    pointer,
  );
}

export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer, undefined where there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const segment of splitPointer(pointer)) {
    if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined;
    value = value[segment];
  }
  return value;
}

/** The pointer of a local reference (`#/…`), undefined for one that leaves the file. */
export function pointerOfRef(ref: string): string | undefined {
  if (ref === '#') return '';
  return ref.startsWith('#/') ? decodeURIComponent(ref.slice(1)) : undefined;
}

/** The reverse: a pointer as the fragment of an address. */
export function fragmentOf(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}

/** Objects and arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function escapeSegment(segment: string | number): string {
  return String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
}
