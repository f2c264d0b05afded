import type { CaseDraft, RowKind } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';
import { createJsonDrafter } from './jsonDraft.ts';

/** No JSON, but many parsers accept it with lenient settings. `first` is a string of the body. */
const rejectedTexts: readonly [string, (json: string, first: string) => string][] = [
  ['is followed by a second object', (json) => `${json}{}`],
  ['has comments', (json) => json.replace('{', '{/* a */ // b\n')],
  ['has single quotes', (json) => json.replaceAll('"', "'")],
  ['lacks the last brace', (json) => json.slice(0, -1)],
  ['has names without quotes', (json) => json.replace(/"(\w+)":/g, '$1:')],
  ['has a line break in a string', (json, first) => json.replace(first, `${first}\n`)],
  ['has a tab in a string', (json, first) => json.replace(first, `${first}\t`)],
];

const sampleNumber = 424242;

/** JSON has none of the invalid ones (RFC 8259, 6), and few servers can represent the unusual one. */
const numbers: readonly (readonly [RowKind, literal: string])[] = [
  ['invalid data', 'NaN'],
  ['invalid data', '007'],
  ['unusual request', '1e400'],
  ['valid data', '4.24242e5'],
];

/** Encodings that a server may reject, but must not fail on. */
const encodings: readonly [description: string, type: string, encode: (json: string) => Buffer][] =
  [
    [
      'UTF-16',
      'application/json; charset=utf-16',
      (json) => Buffer.from(`\ufeff${json}`, 'utf16le'),
    ],
    ['ISO 8859-1', 'application/json; charset=iso-8859-1', (json) => Buffer.from(json, 'latin1')],
  ];

/** The spelling of a JSON body: what a strict parser accepts, and what only a lenient one does. */
export function* jsonSyntaxCases(context: PhaseContext): Iterable<CaseDraft> {
  const { base } = context;
  const drafter = createJsonDrafter(context);
  if (!drafter) return;
  const { body, draft } = drafter;
  yield draft('valid data', 'has white space between all tokens', (json) =>
    JSON.stringify(JSON.parse(json), undefined, '\t')
      .replaceAll('\n', '\r\n \n')
      .replaceAll('":', '" :'),
  );
  // Many encoders escape the slash, and what is not ASCII, as pairs of surrogates.
  const spread = withFreeText(context, 'a/b 🌾');
  yield {
    ...draft('valid data', 'has every character of its strings escaped', (json) =>
      json.replace(/"((?:[^"\\]|\\.)*)"/g, (quoted) => `"${escapeAll(JSON.parse(quoted))}"`),
    ),
    ...(spread && { values: spread }),
  };
  const first = Object.values(body).findLast((value) => typeof value === 'string' && value !== '');
  for (const [description, change] of rejectedTexts) {
    const text = JSON.stringify(first ?? '').slice(1, -1);
    yield draft('invalid data', description, (json) => change(json, text));
  }
  const isNumeric = ({ schema: { types } }: ValueLocation) =>
    types.has('number') || types.has('integer');
  const inBody = findLocations(context).filter((it) => it.place === 'body' && isNumeric(it));
  const allowsExponent = ({ schema: { types, pointer } }: ValueLocation) =>
    types.has('number') && context.sampler.validator(pointer)(sampleNumber).length === 0;
  for (const [kind, literal] of numbers) {
    const number = kind === 'valid data' ? inBody.find(allowsExponent) : inBody[0];
    if (!number) continue;
    const change = (json: string) => json.replace(`${sampleNumber}`, literal);
    const values = number.replace(base.values, sampleNumber);
    yield { ...draft(kind, `has the number ${literal}`, change), values };
  }
  for (const [name, type, encode] of encodings) {
    yield {
      ...draft('unusual request', `is in ${name}`, (json) => json),
      rewrite: (request) => ({
        ...request,
        headers: { ...request.headers, 'Content-Type': type },
        body: encode(String(request.body)),
      }),
    };
  }
  yield* dividedCharacter(context);
}

function escapeAll(text: string): string {
  return Array.from({ length: text.length }, (_, i) => {
    const code = text.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0');
    return text[i] === '/' ? '\\/' : `\\u${code}`;
  }).join('');
}

/** A body in chunks of which one ends within a character. */
function* dividedCharacter(context: PhaseContext): Iterable<CaseDraft> {
  const values = withFreeText(context, '🌾'.repeat(4));
  if (!values) return;
  yield {
    ...context.base,
    description: 'The body is sent in chunks that divide a character.',
    values,
    toleratedStatuses: [411],
    rewrite: (request) =>
      request.body && {
        ...request,
        isChunked: true,
        splitAt: request.body.indexOf('🌾') + 2,
      },
  };
}

/** The values of the base request with another free text; undefined if no property takes it. */
function withFreeText(context: PhaseContext, text: string): CaseDraft['values'] | undefined {
  const { base, sampler } = context;
  const tagged = `${sampler.tag} ${text}`;
  const location = findLocations(context).find(
    ({ place, isFreeText, isExisting, isSingleUse, schema }) =>
      place === 'body' &&
      isFreeText &&
      !isExisting &&
      !isSingleUse &&
      sampler.validator(schema.pointer)(tagged).length === 0,
  );
  return location?.replace(base.values, tagged);
}
