import { describe, expect, test } from 'vitest';
import {
  type BackendRequest,
  empty,
  json,
  problem,
} from '../../../scripts/reference-backend/exchange.ts';
import { knownBrief } from '../../../scripts/reference-backend/state.ts';
import { expectCases, type FaultRow, failedCases } from '../../support/verify/failedCases.ts';

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

type Text = (text: string) => string;

const values = ['--phases', 'values'];

describe('a server that counts characters wrongly', () => {
  const args = ['--only', 'submitFeedback', '--thorough'];
  const isLong = (text: string) => [...text].length > 500;
  const asLong = (change: Text) => (request: BackendRequest) =>
    isLong(change(request.field('text')));

  test('rejects texts of 500 characters', async () => {
    const escapeHtml: Text = (text) => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const faults: [FaultRow[0], string][] = [
      [asLong(escapeHtml), 'that HTML escapes'],
      [asLong((text) => JSON.stringify(text).slice(1, -1)), 'that JSON escapes'],
      [asLong((text) => text.normalize('NFC')), 'NFC. lengthens'],
      [asLong((text) => text.normalize('NFKC')), 'NFKC. lengthens'],
      [asLong((text) => text.replaceAll('\n', '\r\n')), 'are line feeds'],
    ];
    const prefix = `positive_data_acceptance: The body's "text" has 500 characters`;
    await expectCases(faults, rejected, [...args, ...values], prefix);
  });

  test('accepts texts of 501 characters', async () => {
    const notAsLong = (change: Text) => (request: BackendRequest) =>
      isLong(request.field('text')) && !asLong(change)(request);
    const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length;
    const faults: [FaultRow[0], string][] = [
      [notAsLong((text) => text.trim()), 'the last of them a blank'],
      [notAsLong((text) => text.normalize('NFC')), 'normalization .NFC'],
      [notAsLong((text) => 'a'.repeat(graphemes(text))), 'an emoji sequence'],
      [notAsLong((text) => text.replaceAll('\r\n', '\n')), 'carriage return'],
      [notAsLong((text) => text.replace(/<[^>]*>/g, '')), 'without markup'],
    ];
    const prefix = `negative_data_rejection: The body's "text" has 501 characters`;
    await expectCases(faults, accepted, [...args, ...values], prefix);
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
  const onlyBriefs = ['--only', 'getBrief'];

  test('is reported for each valid id that it rejects', async () => {
    const rows: FaultRow[] = [
      [(request) => /^\d+$/.test(request.id), rejected],
      [(request) => request.id.startsWith('.'), rejected],
      [(request) => request.id.endsWith('.json'), serverError],
      [(request) => request.id === '__proto__', serverError],
      [(request) => /[+=~]/.test(request.id), rejected],
    ];
    expect(await failedCases(rows, [...onlyBriefs, '--phases', 'values'])).toEqual([
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

  const finds = (matches: (id: string) => boolean) => (request: BackendRequest) =>
    request.method === 'GET' && request.id !== 'daily-harvest' && matches(request.id);

  test('is reported for each invalid id that it accepts', async () => {
    const decodeTwice: Text = (id) => decodeURIComponent(id.replace(/%(?![\da-f]{2})/gi, '%25'));
    const reads = (change: Text) => finds((id) => id !== change(id));
    const faults: [FaultRow[0], string][] = [
      [reads((id) => id.trim()), 'ends with a blank'],
      [reads(decodeTwice), 'is percent-encoded twice'],
      [reads((id) => id.normalize('NFKC')), 'begins with a full-width character'],
      [reads((id) => id.replace(/;.*/, '')), 'a matrix parameter'],
      [reads((id) => id.replace(/\n$/, '')), 'a line feed'],
      [reads((id) => id.replace(/\0.*/, '')), 'a NUL'],
    ];
    await expectCases(
      faults,
      brief,
      [...onlyBriefs, ...values],
      'negative_data_rejection: The path parameter',
    );
  });

  test('is reported for each id that it finds, although it does not exist', async () => {
    const withoutAccents: Text = (id) => id.normalize('NFD').replace(/\p{M}/gu, '');
    const faults: [FaultRow[0], string][] = [
      [finds((id) => id.includes('no-such')), 'was invented'],
      [finds((id) => 'daily-harvest'.startsWith(id)), 'lacks the last character'],
      [finds((id) => id === 'daily-harvestx'), 'has one more character'],
      [finds((id) => id === '%'), 'is a wildcard of SQL'],
      [finds((id) => id === 'daily-harve_t'), 'has a wildcard of SQL'],
      [finds((id) => withoutAccents(id) === 'daily-harvest'), 'a combining accent'],
      [finds((id) => id.replace('\u200b', '') === 'daily-harvest'), 'a zero-width space'],
      [finds((id) => id.endsWith('/ily-harvest')), 'an encoded slash'],
    ];
    await expectCases(
      faults,
      brief,
      [...onlyBriefs, ...values],
      'unknown_resource_rejection: The path parameter',
    );
  });
});

test('a server that accepts a used value is reported if the option says so', async () => {
  const args = ['--only', 'submitFeedback', '--phases', 'repetition', '--enforce-single-use'];
  expect(await failedCases([], args)).toEqual([
    `single_use: The body's "recaptchaResponse" was used before.`,
  ]);
});
