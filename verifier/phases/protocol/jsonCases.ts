import { isJson, isRecord, parseMediaType } from '../../../contract/index.ts';
import type { CaseDraft, RowKind } from '../../plan/testCase.ts';
import { replaceAt } from '../../values/variation.ts';
import { baseMediaType, type PhaseContext } from '../phaseContext.ts';
import { findLocations, vary } from '../valueLocations.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The changed bytes. `last` is the last text of the body, escaped. */
type ChangeJson = (json: string, body: JsonObject, last: string) => string | Buffer;

const nestingDepth = 10_000;
const largeBodyBytes = 256 * 1024;

const rows: readonly (readonly [RowKind, description: string, change: ChangeJson])[] = [
  // No JSON, or another value than the declared object.
  ['invalid data', 'is empty, with a Content-Type', () => ''],
  ['invalid data', 'is an empty object', () => '{}'],
  ['invalid data', 'is an array around the object', (json) => `[${json}]`],
  [
    'invalid data',
    'has property names in upper case',
    (_, body) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(body).map(([name, it]) => [name.toUpperCase(), it])),
      ),
  ],
  [
    'invalid data',
    'has the property "__proto__"',
    (json) => json.replace('{', '{"__proto__":{"a":1},'),
  ],
  // Many parsers accept these with lenient settings.
  ['invalid data', 'has a trailing comma', (json) => json.replace(/\}$/, ',}')],
  ['invalid data', 'is followed by other text', (json) => `${json} x`],
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
  // As other encoders write the same value.
  [
    'valid data',
    'has its properties in reverse order, and white space around all tokens',
    (_, body) =>
      JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), undefined, '\t')
        .replaceAll('\n', '\r\n ')
        .replaceAll('":', '" :')
        .replace('{', '\r\n\t{'),
  ],
  [
    'valid data',
    'has every character of its strings escaped',
    (json) =>
      json.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted) => `"${escapeAll(JSON.parse(quoted))}"`),
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

/**
 * Finds parsers of JSON that accept what is none, reject what another encoder writes, or fail on bytes that a
 * strict parser may reject.
 */
export function* jsonCases(context: PhaseContext): Iterable<CaseDraft> {
  const { base } = context;
  const media = baseMediaType(context);
  const isObjectOfJson =
    isRecord(base.values.body) && media && isJson(parseMediaType(media.mediaType)?.essence ?? '');
  if (!isObjectOfJson) return;

  const draft = (kind: RowKind, description: string, change: ChangeJson): CaseDraft => ({
    ...base,
    kind,
    description: `The body ${description}.`,
    pointer: kind === 'invalid data' ? '' : media.pointer,
    rewrite: (request) => {
      const json = String(request.body);
      const body: JsonObject = JSON.parse(json);
      const texts = Object.values(body).filter((value) => typeof value === 'string');
      const changed = change(json, body, JSON.stringify(texts.at(-1) ?? '').slice(1, -1));
      return changed === json ? undefined : { ...request, body: Buffer.from(changed as string) };
    },
  });
  for (const [kind, description, change] of rows) yield draft(kind, description, change);
  yield* halfEmojis(context);
  const inBody = findLocations(context).filter(({ place }) => place === 'body');
  for (const [kind, literal] of numbers) {
    const number = inBody.find(({ schema: { types }, accepts }) => {
      const isNumber = types.has('number') && accepts(sampleNumber);
      return isNumber || (kind !== 'valid data' && types.has('integer'));
    });
    if (!number) continue;

    const change: ChangeJson = (json) => json.replace(`${sampleNumber}`, literal);
    const values = number.replace(base.values, sampleNumber);
    yield { ...draft(kind, `has the number ${literal}`, change), values };
  }
}

/** Half of an emoji at the end of one free text at a time, as truncated texts have it. */
function* halfEmojis(context: PhaseContext): Iterable<CaseDraft> {
  const texts = findLocations(context).filter((it) => it.place === 'body' && it.isFreeText);
  for (const location of texts) {
    const { path, value } = location;
    if (!location.accepts(`${value}x`)) continue;

    yield {
      ...vary(context, location, value, 'ends with half a surrogate pair'),
      kind: 'unusual request',
      rewrite: (request) => {
        const body: unknown = JSON.parse(String(request.body));
        const text = path.reduce((part, name) => Object(part)[name], body);
        return {
          ...request,
          body: Buffer.from(JSON.stringify(replaceAt(body, path, `${text}\ud83d`))),
        };
      },
    };
  }
}

/** Inserts text behind the last string of a body. */
function insert(json: string, last: string, text: string): string {
  const at = json.lastIndexOf(`"${last}"`) + last.length + 1;
  return last === '' ? json : json.slice(0, at) + text + json.slice(at);
}

/** Escapes each UTF-16 code unit, as encoders do with what is not ASCII: `a` becomes `\u0061`. */
function escapeAll(text: string): string {
  return Array.from({ length: text.length }, (_, i) => {
    const code = text.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}
