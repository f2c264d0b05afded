import { isForm, isJson, isRecord, parseMediaType } from '#contract';
import type { CaseDraft, RowKind } from '../../plan/testCase.ts';
import { type PhaseContext, vary } from '../phaseContext.ts';
import { isFreeText, replaceValue } from '../valueLocations.ts';

/** How the text of a body changes; unchanged, it has no case. */
type Change = (text: string) => string | Buffer<ArrayBuffer>;

type Row = readonly [RowKind, description: string, change: Change];

const nestingDepth = 10_000;
const nested = '['.repeat(nestingDepth) + ']'.repeat(nestingDepth);
const largeBodyBytes = 256 * 1024;

const jsonRows: readonly Row[] = [
  // No JSON, or another value than the declared object.
  ['invalid data', 'is empty, with a Content-Type', () => ''],
  ['invalid data', 'is an empty object', () => '{}'],
  ['invalid data', 'is an array around the object', (json) => `[${json}]`],
  [
    'invalid data',
    'has property names in upper case',
    (json) => json.replace(/"\w+":/g, (name) => name.toUpperCase()),
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
  ['invalid data', 'has a line break in a string', (json) => insert(json, '\n')],
  // JSON allows a parser to accept or reject these (RFC 8259, 4, 8 and 9).
  ['unusual request', 'begins with a byte order mark', (json) => `\ufeff${json}`],
  [
    'unusual request',
    'is not valid UTF-8',
    (json) => Buffer.from(insert(json, '\xff\xc0'), 'latin1'),
  ],
  [
    'unusual request',
    `is nested ${nestingDepth} levels deep`,
    (json) => json.replace('{', `{"contractCheck":${nested},`),
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
    (json) =>
      JSON.stringify(reverse(JSON.parse(json)), undefined, '\t')
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

const formRows: readonly Row[] = [
  ['invalid data', 'is empty, with a Content-Type', () => ''],
  [
    'invalid data',
    'is JSON',
    (form) => JSON.stringify(Object.fromEntries(new URLSearchParams(form))),
  ],
  ['invalid data', 'has brackets after a name', (form) => form.replace('=', '[]=')],
  [
    'unusual request',
    'has a field twice',
    (form) => `${form}&${form.split('=', 1)}=contract-check`,
  ],
  ['unusual request', 'has a malformed percent-encoding', (form) => `${form}%zz`],
  ['unusual request', 'has bytes that are not UTF-8', (form) => `${form}%ff%fe`],
  ['valid data', 'has an unknown field and empty pairs', (form) => `&contractCheck=1&&${form}&`],
  ['valid data', 'has its fields in reverse order', (form) => form.split('&').reverse().join('&')],
  [
    'valid data',
    'has blanks as %20 and other characters percent-encoded in lower case',
    (form) => form.replaceAll('+', '%20').replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
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
 * Finds parsers that accept what is no JSON or no form, reject what another encoder writes, or fail on bytes that a
 * strict parser may reject.
 */
export function* bodyCases(context: PhaseContext): Iterable<CaseDraft> {
  const { base, media } = context;
  const { essence = '' } = parseMediaType(media?.mediaType ?? '') ?? {};
  if (!isRecord(base.values.body)) return;

  if (isForm(essence)) {
    for (const row of formRows) yield changeBody(context, 'The form', row);
  }
  if (isJson(essence)) {
    for (const row of jsonRows) yield changeBody(context, 'The body', row);
    yield* halfEmojis(context);
    yield* literalNumbers(context);
  }
}

function changeBody(
  { base, media }: PhaseContext,
  subject: string,
  [kind, description, change]: Row,
): CaseDraft {
  return {
    ...base,
    kind,
    description: `${subject} ${description}.`,
    pointer: kind === 'invalid data' ? '' : (media?.pointer ?? ''),
    rewrite: (request) => {
      const text = String(request.body);
      const changed = change(text);
      return changed === text ? undefined : { ...request, body: Buffer.from(changed) };
    },
  };
}

/** Half of an emoji at the end of one free text at a time, as truncated texts have it. */
function* halfEmojis(context: PhaseContext): Iterable<CaseDraft> {
  for (const location of context.locations) {
    const { place, schema, value } = location;
    const text = `${value}\ud83d`;
    const isText = place === 'body' && isFreeText(schema);
    if (!isText || !context.sampler.accepts(schema.pointer, text)) continue;

    const draft = vary(context, location, text, 'ends with half a surrogate pair');
    yield { ...draft, kind: 'unusual request' };
  }
}

function* literalNumbers(context: PhaseContext): Iterable<CaseDraft> {
  const { base, sampler, locations } = context;
  const inBody = locations.filter(({ place }) => place === 'body');
  for (const [kind, literal] of numbers) {
    const number = inBody.find(({ schema: { types, pointer } }) => {
      if (types.has('integer')) return kind !== 'valid data';
      return types.has('number') && sampler.accepts(pointer, sampleNumber);
    });
    if (!number) continue;

    const change: Change = (json) => json.replace(`${sampleNumber}`, literal);
    const draft = changeBody(context, 'The body', [kind, `has the number ${literal}`, change]);
    yield { ...draft, values: replaceValue(number, base.values, sampleNumber) };
  }
}

function reverse(body: object): object {
  return Object.fromEntries(Object.entries(body).reverse());
}

/** Inserts text at the end of the last string of a body. */
function insert(json: string, text: string): string {
  return json.replace(/"(?=[^"]*$)/, () => `${text}"`);
}

/** Escapes each UTF-16 code unit, as encoders do with what is not ASCII: `a` becomes `\u0061`. */
function escapeAll(text: string): string {
  return text.replace(/./gs, (unit) => {
    const code = unit.charCodeAt(0).toString(16).toUpperCase();
    return `\\u${code.padStart(4, '0')}`;
  });
}
