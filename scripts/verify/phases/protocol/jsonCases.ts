import { gzipSync } from 'node:zlib';
import { isJson, isRecord, parseMediaType } from '../../../../mock-api/contract/index.ts';
import type { CaseDraft, RowKind } from '../../plan/testCase.ts';
import type { WireRequest } from '../../plan/wireRequest.ts';
import { baseMediaType, type PhaseContext } from '../phaseContext.ts';
import { findLocations } from '../valueLocations.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The changed bytes; undefined if the body cannot be changed in this way. `last` is its last text, escaped. */
type ChangeJson = (json: string, body: JsonObject, last: string) => string | Buffer | undefined;

const nestingDepth = 10_000;
const largeBodyBytes = 256 * 1024;

const rows: readonly (readonly [RowKind, description: string, change: ChangeJson])[] = [
  // No JSON, or another value than the declared object.
  ['invalid data', 'is empty, with a Content-Type', () => ''],
  ['invalid data', 'has a trailing comma', (json) => json.replace(/\}$/, ',}')],
  ['invalid data', 'is followed by other text', (json) => `${json} x`],
  ['invalid data', 'is an array around the object', (json) => `[${json}]`],
  [
    'invalid data',
    'has property names in upper case',
    (_, body) => rebuild(body, (entries) => entries.map(([name, it]) => [name.toUpperCase(), it])),
  ],
  ['invalid data', 'is an empty object', () => '{}'],
  [
    'invalid data',
    'has the property "constructor"',
    (json) => json.replace('{', '{"constructor":{},'),
  ],
  [
    'invalid data',
    'has the property "__proto__"',
    (json) => json.replace('{', '{"__proto__":{"a":1},'),
  ],
  // Many parsers accept these with lenient settings.
  ['invalid data', 'is followed by a second object', (json) => `${json}{}`],
  ['invalid data', 'has comments', (json) => json.replace('{', '{/* a */ // b\n')],
  ['invalid data', 'has single quotes', (json) => json.replaceAll('"', "'")],
  ['invalid data', 'lacks the last brace', (json) => json.slice(0, -1)],
  ['invalid data', 'has a line break in a string', (json, _, last) => insert(json, last, '\n')],
  // JSON allows a parser to accept or reject these (RFC 8259, 4, 8 and 9).
  ['unusual request', 'begins with a byte order mark', (json) => `\ufeff${json}`],
  [
    'unusual request',
    'is not valid UTF-8',
    (json, _, last) => Buffer.from(insert(json, last, '\xff\xc0'), 'latin1'),
  ],
  [
    'unusual request',
    `is nested ${nestingDepth} levels deep`,
    (json) =>
      json.replace('{', `{"contractCheck":${'['.repeat(nestingDepth)}${']'.repeat(nestingDepth)},`),
  ],
  [
    'unusual request',
    'has each property twice',
    (json) => json.replace(/\}$/, () => `,${json.slice(1)}`),
  ],
  [
    'unusual request',
    `is ${largeBodyBytes / 1024} KiB, most of them blanks`,
    (json) => json + ' '.repeat(largeBodyBytes),
  ],
  [
    'valid data',
    'has white space around it, escaped characters and the reverse order of properties',
    (_, body) => `\r\n\t ${escapeLetters(rebuild(body, (entries) => entries.reverse()))} \n`,
  ],
  [
    'valid data',
    'has white space between all tokens',
    (_, body) =>
      JSON.stringify(body, undefined, '\t').replaceAll('\n', '\r\n \n').replaceAll('":', '" :'),
  ],
];

const sampleNumber = 424242;

/** JSON has none of the invalid ones (RFC 8259, 6), and few servers can represent the unusual one. */
const numbers: readonly (readonly [RowKind, literal: string])[] = [
  ['invalid data', 'NaN'],
  ['invalid data', '007'],
  ['unusual request', '1e400'],
  ['valid data', '4.24242e5'],
];

/** Bodies of a JSON operation, changed byte by byte: what a strict parser accepts, and what only a lenient one does. */
export function* jsonCases(context: PhaseContext): Iterable<CaseDraft> {
  const { base } = context;
  const { body } = base.values;
  const media = baseMediaType(context);
  if (!media || !isJson(parseMediaType(media.mediaType)?.essence ?? '') || !isRecord(body)) return;
  const draft = (kind: RowKind, description: string, change: ChangeJson): CaseDraft => ({
    ...base,
    kind,
    description: `The body ${description}.`,
    pointer: kind === 'invalid data' ? '' : media.pointer,
    rewrite: changeBody(change),
  });
  for (const [kind, description, change] of rows) yield draft(kind, description, change);
  for (const { subject, name, path, value } of findLocations(context)) {
    if (path.length !== 1 || typeof value !== 'string') continue;
    const sentence = `${subject} ends with a lone surrogate.`;
    const change: ChangeJson = (_, it) => JSON.stringify({ ...it, [name]: `${value}\ud800` });
    yield { ...draft('unusual request', '', change), description: sentence };
  }
  // Many encoders escape the slash, and what is not ASCII, as pairs of surrogates.
  const text = `${context.sampler.tag} a/b 🌾`;
  const free = findLocations(context).find(
    (it) =>
      it.place === 'body' && it.isFreeText && !it.isSingleUse && !it.isExisting && it.accepts(text),
  );
  const spread = free?.replace(base.values, text) ?? base.values;
  const escapeStrings: ChangeJson = (json) =>
    json.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted) => `"${escapeAll(JSON.parse(quoted))}"`);
  const escaped = 'has every character of its strings escaped';
  yield { ...draft('valid data', escaped, escapeStrings), values: spread };
  for (const [kind, literal] of numbers) {
    const number = findLocations(context).find(({ place, schema: { types }, accepts }) => {
      const isNumber = types.has('number') && accepts(sampleNumber);
      return place === 'body' && (isNumber || (kind !== 'valid data' && types.has('integer')));
    });
    if (!number) continue;
    const change: ChangeJson = (json) => json.replace(`${sampleNumber}`, literal);
    const values = number.replace(base.values, sampleNumber);
    yield { ...draft(kind, `has the number ${literal}`, change), values };
  }
  // A server may reject the encoding, but must not fail on it.
  const compressed = draft('unusual request', 'is compressed with gzip', (json) => json);
  yield { ...compressed, rewrite: compress };
}

function compress({ headers, body, ...request }: WireRequest): WireRequest {
  const encoding = { 'Content-Encoding': 'gzip' };
  return {
    ...request,
    headers: { ...headers, ...encoding },
    ...(body && { body: gzipSync(body) }),
  };
}

function changeBody(change: ChangeJson) {
  return (request: WireRequest): WireRequest | undefined => {
    const json = String(request.body);
    const body: JsonObject = JSON.parse(json);
    const texts = Object.values(body).filter((value) => typeof value === 'string');
    const changed = change(json, body, JSON.stringify(texts.at(-1) ?? '').slice(1, -1));
    if (changed === undefined || changed === json) return undefined;
    return { ...request, body: Buffer.from(changed as string) };
  };
}

/** Inserts text behind the last string of a body. */
function insert(json: string, last: string, text: string): string {
  const at = json.lastIndexOf(`"${last}"`) + last.length + 1;
  return last === '' ? json : json.slice(0, at) + text + json.slice(at);
}

function rebuild(
  body: JsonObject,
  change: (entries: [string, unknown][]) => [string, unknown][],
): string {
  return JSON.stringify(Object.fromEntries(change(Object.entries(body))));
}

/** Escapes some letters of JSON strings: `a` becomes `\u0061`. */
function escapeLetters(json: string): string {
  return json.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted) =>
    quoted.replace(/\\.|[a-c]/g, (part) => (part.length > 1 ? part : escapeAll(part))),
  );
}

function escapeAll(text: string): string {
  return Array.from({ length: text.length }, (_, i) => {
    const code = text.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0');
    return text[i] === '/' ? '\\/' : `\\u${code}`;
  }).join('');
}
