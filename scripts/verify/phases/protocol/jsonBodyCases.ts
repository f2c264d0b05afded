import { gzipSync } from 'node:zlib';
import type { CaseDraft } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations } from '../valueLocations.ts';
import { type ChangeJson, createJsonDrafter } from './jsonDraft.ts';

const nestingDepth = 10_000;
const largeBodyBytes = 256 * 1024;

/** Bodies that are no JSON, or another JSON value than the declared object. */
const invalidBodies: readonly [description: string, change: ChangeJson][] = [
  ['is truncated', (json) => json.slice(0, Math.max(1, Math.floor(json.length / 2)))],
  ['is empty, with a Content-Type', () => ''],
  ['has a trailing comma', (json) => json.replace(/\}$/, ',}')],
  ['is followed by other text', (json) => `${json} x`],
  ['is an array around the object', (json) => `[${json}]`],
  ['has property names in upper case', (_, body) => JSON.stringify(upperCaseNames(body))],
  ['is an empty object', () => '{}'],
  ['has the property "constructor"', (json) => json.replace('{', '{"constructor":{},')],
  ['has the property "__proto__"', (json) => json.replace('{', '{"__proto__":{"a":1},')],
  ['has an unknown property that is null', (json) => json.replace('{', '{"contractCheck":null,')],
];

/** Bodies that JSON allows a parser to accept or reject (RFC 8259, 4, 8 and 9). */
const unusualBodies: readonly [description: string, change: ChangeJson][] = [
  ['begins with a byte order mark', (json) => `\ufeff${json}`],
  ['is not valid UTF-8', (json, body) => replaceText(json, body, Buffer.from([0xff, 0xc0]))],
  [
    `is nested ${nestingDepth} levels deep`,
    (json) => json.replace('{', `{"contractCheck":${nest(nestingDepth)},`),
  ],
  ['has each property twice', repeatAll],
  [
    `is ${largeBodyBytes / 1024} KiB, most of them blanks`,
    (json) => json + ' '.repeat(largeBodyBytes),
  ],
];

/** Bodies of a JSON operation, changed byte by byte. */
export function* jsonBodyCases(context: PhaseContext): Iterable<CaseDraft> {
  const drafter = createJsonDrafter(context);
  if (!drafter) return;
  const { draft } = drafter;
  for (const [description, change] of invalidBodies) {
    yield draft('invalid data', description, change);
  }
  for (const [description, change] of unusualBodies) {
    yield draft('unusual request', description, change);
  }
  for (const { subject, name, path, value } of findLocations(context)) {
    if (path.length !== 1 || typeof value !== 'string') continue;
    const sentence = `${subject} ends with a lone surrogate.`;
    const change: ChangeJson = (_, body) => JSON.stringify({ ...body, [name]: `${value}\ud800` });
    yield { ...draft('unusual request', '', change), description: sentence };
  }
  yield draft(
    'valid data',
    'has white space around it, escaped characters and the reverse order of properties',
    (_, value) => `\r\n\t ${escapeAscii(reverse(value))} \n`,
  );
  for (const [description, encode] of [
    ['is compressed with gzip', (plain: Buffer) => gzipSync(plain)],
    ['is not compressed, but labelled as gzip', (plain: Buffer) => plain],
  ] as const) {
    yield {
      ...draft('unusual request', description, (json) => json),
      rewrite: (request) => ({
        ...request,
        headers: { ...request.headers, 'Content-Encoding': 'gzip' },
        ...(request.body && { body: encode(request.body) }),
      }),
    };
  }
}

function upperCaseNames(body: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.toUpperCase(), value]),
  );
}

function nest(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** Inserts bytes at the end of the last string. */
function replaceText(json: string, body: object, bytes: Buffer): Buffer | undefined {
  const last = Object.values(body).findLast((value) => typeof value === 'string' && value !== '');
  const at = last === undefined ? -1 : json.lastIndexOf(JSON.stringify(last));
  if (at < 0) return undefined;
  const end = at + JSON.stringify(last).length - 1;
  return Buffer.concat([Buffer.from(json.slice(0, end)), bytes, Buffer.from(json.slice(end))]);
}

function repeatAll(json: string): string {
  return json.replace(/\}$/, () => `,${json.slice(1)}`);
}

function reverse(body: Record<string, unknown>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(body).reverse()));
}

/** Escapes the letters of JSON strings: `a` becomes `\u0061`. */
function escapeAscii(json: string): string {
  return json.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted) =>
    quoted.replace(/\\.|[a-c]/g, (part) =>
      part.length > 1 ? part : `\\u00${part.charCodeAt(0).toString(16)}`,
    ),
  );
}
