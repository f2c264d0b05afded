import { test } from 'vitest';
import { edit, field, on, when } from '../../../scripts/reference-backend/changes.ts';
import {
  type BackendResponse,
  crashPage,
  empty,
  html,
  json,
  rejected,
} from '../../../scripts/reference-backend/exchange.ts';
import { knownBrief } from '../../../scripts/reference-backend/state.ts';
import { expectReported } from '../../support/verify/failedCases.ts';

type Text = (text: string) => string;

const accepted = empty(204);
const text = (pattern: RegExp, response: BackendResponse) => field('text', pattern, response);

test('a server that rejects or fails on valid text is reported with the field and the text', () =>
  expectReported('--only submitFeedback --phases values', {
    not_a_server_error: {
      '"text" contains a single quote.': text(/it's/, crashPage),
      '"text" contains a NUL.': text(/\0/, crashPage),
      '"text" contains an emoji with zero-width joiners.': text(/👩‍👩/u, crashPage),
      '"recaptchaResponse" has 5000 characters.': field('recaptchaResponse', /.{4001}/, crashPage),
    },
    positive_data_acceptance: {
      '"text" contains a backslash.': text(/\\/, rejected),
      '"text" contains a right-to-left override (U+202E).': text(/\u202e/, rejected),
      '"text" contains a URL.': text(/https:/, rejected),
      '"text" contains a noncharacter (U+FFFE).': text(/\ufffe/, rejected),
      '"text" ends with blanks.': text(/end \t $/, rejected),
      '"text" is the text "0".': text(/^0$/, rejected),
      '"subjectLine" contains a line feed.': field('subjectLine', /\n/, rejected),
    },
  }));

const isLong = (it: string) => [...it].length > 500;
/** Accepts a text that is too long if the changed one is not. */
const shortens = (change: Text) =>
  on(
    (request) => isLong(request.field('text')) && !isLong(change(request.field('text'))),
    accepted,
  );
/** Rejects a text if the changed one is too long. */
const lengthens = (change: Text) =>
  on((request) => isLong(change(request.field('text'))), rejected);
const graphemes = (it: string) => [...new Intl.Segmenter().segment(it)].length;

test('a server that counts the characters of a text wrongly is reported', () =>
  expectReported('--only submitFeedback --phases values', {
    negative_data_rejection: {
      '501 characters, the last of them a blank': shortens((it) => it.trim()),
      '501 characters, fewer after normalization (NFC)': shortens((it) => it.normalize('NFC')),
      '501 characters, fewer if an emoji sequence': shortens((it) => 'a'.repeat(graphemes(it))),
    },
    positive_data_acceptance: {
      '500 characters that HTML escapes': lengthens((it) => it.replaceAll('<', '&lt;')),
      '500 characters that normalization (NFC)': lengthens((it) => it.normalize('NFC')),
      '500 characters that are line feeds': lengthens((it) => it.replaceAll('\n', '\r\n')),
    },
  }));

const number = (matches: (value: number) => boolean, response: BackendResponse) =>
  on(
    ({ fields }) => typeof fields.subscriberId === 'number' && matches(fields.subscriberId),
    response,
  );

test('a server that rejects or fails on valid numbers is reported', () =>
  expectReported('--only submitFeedback --phases values', {
    not_a_server_error: {
      'a fraction below 1': number((value) => value % 1 !== 0, crashPage),
      'one more than 32 bits can hold': number((value) => value === 2 ** 31, crashPage),
      'one more than 64 bits can hold': number((value) => value === 2 ** 63, crashPage),
      'is 1e+21, in exponential notation': number((value) => value === 1e21, crashPage),
    },
    positive_data_acceptance: {
      'is 0.': number((value) => value === 0, rejected),
      'is negative.': number((value) => value < 0, rejected),
    },
  }));

const id = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.id, pattern, response);
const finds = (matches: (id: string) => boolean) =>
  on(
    ({ id, method }) => method === 'GET' && id !== 'daily-harvest' && matches(id),
    json(200, knownBrief),
  );
/** Finds ids that its reading of an id changes. */
const reads = (change: Text) => finds((it) => it !== change(it));
const decodeTwice: Text = (it) => decodeURIComponent(it.replace(/%(?![\da-f]{2})/gi, '%25'));
const withoutAccents: Text = (it) => it.normalize('NFD').replace(/\p{M}/gu, '');

test('a server that rejects valid ids is reported', () =>
  expectReported('--only getBrief --phases values', {
    not_a_server_error: {
      'is "a.json"': id(/\.json$/, crashPage),
      'is "__proto__"': id(/^__proto__$/, crashPage),
      'is "con"': id(/^con$/, crashPage),
    },
    content_type_conformance: {
      'the client accepts pages': edit(
        404,
        () => html(404, 'Not found'),
        ({ headers }) => /html/.test(headers.accept ?? ''),
      ),
    },
    positive_data_acceptance: {
      'is "99999999999999999999"': id(/^\d{20}$/, rejected),
      'is ".a"': id(/^\./, rejected),
      'contains "+"': id(/^a\+b$/, rejected),
      'contains every special character, percent-encoded': id(/[=~]/, rejected),
    },
  }));

test('a server that accepts invalid ids and finds unknown ones is reported for each', () =>
  expectReported('--only getBrief --phases values', {
    negative_data_rejection: {
      'ends with a blank': reads((it) => it.trimEnd()),
      'is percent-encoded twice': reads(decodeTwice),
      'begins with a full-width character': reads((it) => it.normalize('NFKC')),
      'a matrix parameter': reads((it) => it.replace(/;.*/, '')),
      'a NUL': reads((it) => it.replace(/\0.*/, '')),
    },
    unknown_resource_rejection: {
      'was invented': finds((it) => it.includes('no-such')),
      'lacks the last character': finds((it) => 'daily-harvest'.startsWith(it)),
      'has one more character': finds((it) => it === 'daily-harvestx'),
      'with the suffix of a format': finds((it) => it === 'daily-harvest.json'),
      'is the existing id and a dot': finds((it) => it === 'daily-harvest.'),
      'a combining accent': finds((it) => withoutAccents(it) === 'daily-harvest'),
      'a zero-width space': finds((it) => it.replace('\u200b', '') === 'daily-harvest'),
    },
  }));
