import type { CaseDraft } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';

/** Changes to the encoded id, of which a server that repairs or ignores bytes makes the existing one. */
const rawChanges: readonly [description: string, change: (id: string) => string][] = [
  ['contains a zero-width space', (id) => insert(id, '%e2%80%8b')],
  ['contains a combining accent', (id) => insert(id, '%cc%81')],
  ['contains a byte that is not UTF-8', (id) => insert(id, '%ff')],
  ['contains a malformed percent-encoding', (id) => insert(id, '%zz')],
  ['contains an encoded slash', (id) => insert(id, '%2f')],
  ['contains a backslash', (id) => insert(id, '%5c')],
  ['has an overlong encoding of its first letter', overlong],
  ['has a wildcard of SQL for one character', (id) => id.replace(/.(?=.$)/s, '_')],
  ['is a wildcard of SQL', () => '%25'],
  ['is a wildcard', () => '*'],
  ['is an SQL condition', () => "x'or'1'='1"],
  ['is an SQL condition with blanks', () => "x'%20OR%20'1'='1"],
  ['is empty', () => ''],
];

/**
 * Reads of a resource whose id was given, with an id that is not its own, and with the whole id
 * percent-encoded, which is (RFC 3986, 6.2.2).
 */
export function* lookalikeIdCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, isTagged, base } = context;
  const declares404 = operation.responses.some(({ status }) => status === '404');
  if (isTagged) return;
  for (const location of findLocations(context)) {
    const { place, isKnown, value, subject, schema } = location;
    const id = String(value);
    if (place !== 'path' || !isKnown || !/^[\w-]{3,}$/.test(id)) continue;
    const encoded = Buffer.from(id).toString('hex').replace(/../g, '%$&');
    yield {
      ...base,
      description: `${subject} is percent-encoded in lower case.`,
      pointer: schema.pointer,
      rewrite: replaceId(location, encoded),
    };
    if (!declares404) continue;
    for (const [description, change] of rawChanges) {
      yield {
        ...base,
        kind: 'unknown id',
        description: `${subject} ${description}.`,
        pointer: schema.pointer,
        usesKnownValues: false,
        mayNotReachOperation: true,
        rewrite: replaceId(location, change(id)),
      };
    }
  }
}

function replaceId({ value }: ValueLocation, id: string): NonNullable<CaseDraft['rewrite']> {
  return (request) => {
    const at = request.target.lastIndexOf(`/${value}`);
    if (at < 0) return undefined;
    const rest = request.target.slice(at + 1 + String(value).length);
    return { ...request, target: `${request.target.slice(0, at)}/${id}${rest}` };
  };
}

function insert(id: string, text: string): string {
  return id.slice(0, 2) + text + id.slice(2);
}

/** Two bytes for a character of one byte, which UTF-8 forbids. */
function overlong(id: string): string {
  const code = id.charCodeAt(0);
  return `%c${(code >> 6).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}${id.slice(1)}`;
}
