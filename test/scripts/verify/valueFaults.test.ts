import { describe, expect, test } from 'vitest';
import {
  type BackendRequest,
  empty,
  json,
  problem,
} from '../../../scripts/reference-backend/exchange.ts';
import { knownBrief } from '../../../scripts/reference-backend/state.ts';
import { type FaultRow, failedCases } from '../../support/verify/failedCases.ts';

const serverError = problem(500);
const rejected = problem(400);
const brief = json(200, knownBrief);
const accepted = empty(204);

const textIncludes = (part: string) => (request: BackendRequest) =>
  request.field('text').includes(part);

describe('a server that rejects or fails on valid text', () => {
  test('is reported with the field and the text', async () => {
    const rows: FaultRow[] = [
      [textIncludes("it's"), serverError],
      [textIncludes('\\'), rejected],
      [textIncludes('<b>'), rejected],
      [textIncludes('%'), serverError],
      [textIncludes('\t'), rejected],
      [textIncludes('\0'), serverError],
      [textIncludes('\u202e'), rejected],
      [textIncludes('👩‍👩'), serverError],
      [textIncludes('https:'), rejected],
      [textIncludes('\ufffe'), rejected],
      [({ fields }) => fields.text === '0', rejected],
      [(request) => /\n/.test(request.field('subjectLine')), rejected],
      [(request) => request.field('recaptchaResponse').length > 4000, serverError],
    ];
    expect(await failedCases(rows, ['--only', 'submitFeedback', '--phases', 'values'])).toEqual([
      `not_a_server_error: The body's "recaptchaResponse" has 5000 characters.`,
      `not_a_server_error: The body's "text" contains a NUL.`,
      `not_a_server_error: The body's "text" contains a format specifier.`,
      `not_a_server_error: The body's "text" contains a percent sign.`,
      `not_a_server_error: The body's "text" contains a percent-encoded character.`,
      `not_a_server_error: The body's "text" contains a single quote.`,
      `not_a_server_error: The body's "text" contains an emoji with zero-width joiners.`,
      `not_a_server_error: The body's "text" has 501 characters, fewer if an emoji sequence counts once.`,
      `positive_data_acceptance: The body's "subjectLine" contains a carriage return and line feed.`,
      `positive_data_acceptance: The body's "subjectLine" contains a line feed.`,
      `positive_data_acceptance: The body's "subjectLine" contains a line that begins with "From ".`,
      `positive_data_acceptance: The body's "subjectLine" contains a line with a dot.`,
      `positive_data_acceptance: The body's "subjectLine" has 100 characters that are line feeds.`,
      `positive_data_acceptance: The body's "text" contains a URL.`,
      `positive_data_acceptance: The body's "text" contains a backslash.`,
      `positive_data_acceptance: The body's "text" contains a noncharacter (U+FFFE).`,
      `positive_data_acceptance: The body's "text" contains a right-to-left override (U+202E).`,
      `positive_data_acceptance: The body's "text" contains a tab.`,
      `positive_data_acceptance: The body's "text" contains an HTML tag.`,
      `positive_data_acceptance: The body's "text" ends with blanks.`,
      `positive_data_acceptance: The body's "text" is the text "0".`,
    ]);
  });
});

describe('a server that counts characters wrongly', () => {
  const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length;

  test.each([
    ['after escaping', (text: string) => escaped(text).length <= 500, 'that HTML escapes'],
    ['as JSON', (text: string) => JSON.stringify(text).length <= 502, 'that JSON escapes'],
    ['after NFC', (text: string) => [...text.normalize('NFC')].length <= 500, '(NFC) lengthens'],
    ['after NFKC', (text: string) => [...text.normalize('NFKC')].length <= 500, '(NFKC) lengthens'],
    ['of CRLF', (text: string) => text.replaceAll('\n', '\r\n').length <= 500, 'are line feeds'],
  ])('%s rejects a text of 500 characters', async (_, isShort, expected) => {
    const rows: FaultRow[] = [[(request) => !isShort(request.field('text')), rejected]];
    const failed = await failedCases(rows, ['--only', 'submitFeedback', '--phases', 'values']);
    expect(failed).toContainEqual(
      expect.stringMatching(/^positive_data_acceptance: The body's "text" has 500 characters/),
    );
    expect(failed.join()).toContain(expected);
  });

  test.each([
    ['after trimming', (text: string) => text.trim(), 'the last of them a blank'],
    ['after NFC', (text: string) => text.normalize('NFC'), 'normalization (NFC)'],
    ['in graphemes', (text: string) => 'a'.repeat(graphemes(text)), 'an emoji sequence'],
    ['of CRLF as one', (text: string) => text.replaceAll('\r\n', '\n'), 'carriage return'],
    ['without tags', (text: string) => text.replace(/<[^>]*>/g, ''), 'without markup'],
  ])('%s accepts a text of 501 characters', async (_, shorten, expected) => {
    const isShortened = (text: string) =>
      [...text].length > 500 && [...shorten(text)].length <= 500;
    const rows: FaultRow[] = [[(request) => isShortened(request.field('text')), accepted]];
    const args = ['--only', 'submitFeedback', '--phases', 'values', '--thorough'];
    const failed = await failedCases(rows, args);
    expect(failed).toContainEqual(
      expect.stringMatching(/^negative_data_rejection: The body's "text" has 501 characters/),
    );
    expect(failed.join()).toContain(expected);
  });
});

test('a server that rejects or fails on valid numbers is reported', async () => {
  const number =
    (matches: (value: number) => boolean) =>
    ({ fields: { subscriberId } }: BackendRequest) =>
      typeof subscriberId === 'number' && matches(subscriberId);
  const rows: FaultRow[] = [
    [number((value) => value === 0), rejected],
    [number((value) => value < 0), rejected],
    [number((value) => value % 1 !== 0), serverError],
    [number((value) => value > 2 ** 31 - 1), serverError],
  ];
  expect(await failedCases(rows, ['--only', 'submitFeedback', '--phases', 'values'])).toEqual([
    `not_a_server_error: The body's "subscriberId" is 1e+21, in exponential notation.`,
    `not_a_server_error: The body's "subscriberId" is 2147483648, one more than 32 bits can hold.`,
    `not_a_server_error: The body's "subscriberId" is 9007199254740991, the largest exact integer.`,
    `not_a_server_error: The body's "subscriberId" is 9223372036854775808, one more than 64 bits can hold.`,
    `not_a_server_error: The body's "subscriberId" is a fraction below 1.`,
    `positive_data_acceptance: The body's "subscriberId" is 0.`,
    `positive_data_acceptance: The body's "subscriberId" is negative.`,
  ]);
});

describe('a server that reads ids carelessly', () => {
  const arguments_ = ['--only', 'getBrief', '--phases', 'values'];

  test('is reported for each valid id that it rejects', async () => {
    const rows: FaultRow[] = [
      [(request) => /^\d+$/.test(request.id), rejected],
      [(request) => request.id.startsWith('.'), rejected],
      [(request) => request.id.endsWith('.json'), serverError],
      [(request) => request.id === '__proto__', serverError],
      [(request) => /[+=~]/.test(request.id), rejected],
    ];
    expect(await failedCases(rows, arguments_)).toEqual([
      'not_a_server_error: The path parameter "briefId" is "__proto__".',
      'not_a_server_error: The path parameter "briefId" is "a.json".',
      'not_a_server_error: The path parameter "briefId" is the existing id with the suffix of a format.',
      'positive_data_acceptance: The path parameter "briefId" contains "+".',
      'positive_data_acceptance: The path parameter "briefId" contains "=".',
      'positive_data_acceptance: The path parameter "briefId" contains "~".',
      'positive_data_acceptance: The path parameter "briefId" contains every special character, percent-encoded.',
      'positive_data_acceptance: The path parameter "briefId" is ".a".',
      'positive_data_acceptance: The path parameter "briefId" is "0".',
      'positive_data_acceptance: The path parameter "briefId" is "12345".',
      'positive_data_acceptance: The path parameter "briefId" is "99999999999999999999".',
    ]);
  });

  const decodeTwice = (id: string) => decodeURIComponent(id.replace(/%(?![0-9a-f]{2})/gi, '%25'));

  test.each([
    ['trims it', (id: string) => id.trim(), 'ends with a blank'],
    ['decodes it twice', decodeTwice, 'is percent-encoded twice'],
    ['normalizes it', (id: string) => id.normalize('NFKC'), 'begins with a full-width character'],
    ['removes matrix parameters', (id: string) => id.replace(/;.*/, ''), 'a matrix parameter'],
    ['lets it end with a line feed', (id: string) => id.replace(/\n$/, ''), 'a line feed'],
    ['stops at a NUL', (id: string) => id.replace(/\0.*/, ''), 'a NUL'],
  ])('is reported if it %s', async (_, change, expected) => {
    const rows: FaultRow[] = [
      [(request) => request.method === 'GET' && request.id !== change(request.id), brief],
    ];
    const failed = await failedCases(rows, arguments_);
    expect(failed).toContainEqual(expect.stringMatching(/^negative_data_rejection: The path par/));
    expect(failed.join()).toContain(expected);
  });

  test.each([
    ['any id', () => true, 'was invented'],
    ['a prefix', (id: string) => 'daily-harvest'.startsWith(id), 'lacks the last character'],
    ['a longer id', (id: string) => id.startsWith('daily-harvest'), 'has one more character'],
    ['an SQL pattern', (id: string) => /^daily-harve_t$|^%$/.test(id), 'a wildcard of SQL'],
    [
      'an accented id',
      (id: string) => id.normalize('NFD').replace(/\p{M}/gu, '') === 'daily-harvest',
      'a combining accent',
    ],
    [
      'an id with invisible characters',
      (id: string) => id.replace('\u200b', '') === 'daily-harvest',
      'a zero-width space',
    ],
    ['an id with a slash', (id: string) => id.endsWith('/ily-harvest'), 'an encoded slash'],
  ])('is reported if it finds %s', async (_, matches, expected) => {
    const rows: FaultRow[] = [
      [(request) => request.method === 'GET' && matches(request.id), brief],
    ];
    const failed = await failedCases(rows, arguments_);
    expect(failed.join('\n')).toMatch(new RegExp(`unknown_resource_rejection: .*${expected}`));
  });
});

test('a server that accepts a used value is reported if the option says so', async () => {
  const args = ['--only', 'submitFeedback', '--phases', 'repetition', '--enforce-single-use'];
  expect(await failedCases([], args)).toEqual([
    `single_use: The body's "recaptchaResponse" was used before.`,
  ]);
});
