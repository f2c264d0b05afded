import { submission, submit, submitBody } from '../../probes.ts';
import { crashPage, edit, late, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, fieldOf, isJson, jsonOf } from '../views.ts';

const fields = Object.keys(submission);
/** Both texts of a message. */
const texts = (request: Parameters<typeof fieldOf>[0]) =>
  `${fieldOf(request, 'subjectLine')} ${fieldOf(request, 'text')}`;

export const submitFeedbackCrash = faultsOf('submitFeedback', 'crash', [
  [
    'empty-body',
    'A missing body throws.',
    [submitBody('')],
    on((r) => bodyOf(r) === '', crashPage),
  ],
  [
    'null-body',
    'The JSON value null throws.',
    [submitBody('null')],
    on((r) => bodyOf(r).trim() === 'null', crashPage),
  ],
  [
    'array-body',
    'An array throws.',
    [submitBody('[]')],
    on((r) => bodyOf(r).trim().startsWith('['), crashPage),
  ],
  [
    'string-body',
    'A string throws.',
    [submitBody('"a"')],
    on((r) => /^\s*["\d]/.test(bodyOf(r)), crashPage),
  ],
  [
    'syntax-error',
    'A syntax error throws.',
    [submitBody('{')],
    on((r) => bodyOf(r) !== '' && !isJson(r), crashPage),
  ],
  [
    'missing-property',
    'A missing text throws.',
    [submit({ text: undefined })],
    on((r) => 'briefId' in jsonOf(r) && !('text' in jsonOf(r)), crashPage),
  ],
  [
    'null-property',
    'A null briefId throws.',
    [submit({ briefId: null })],
    on((r) => jsonOf(r).briefId === null, crashPage),
  ],
  [
    'wrong-type',
    'A number as the subject has no method "trim".',
    [submit({ subjectLine: 1 })],
    on((r) => 'subjectLine' in jsonOf(r) && typeof jsonOf(r).subjectLine !== 'string', crashPage),
  ],
  [
    'object-subscriber',
    'An object as the subscriber id throws.',
    [submit({ subscriberId: { a: 1 } })],
    on((r) => typeof jsonOf(r).subscriberId === 'object', crashPage),
  ],
  [
    'additional-property',
    'An unknown property throws.',
    [submit({ extra: 1 })],
    on((r) => Object.keys(jsonOf(r)).some((name) => !fields.includes(name)), crashPage),
  ],
  [
    'long-overflow',
    'A number above 2^63 throws.',
    [submitBody(JSON.stringify(submission).replace('"3141592"', '9223372036854775808'))],
    on((r) => Math.abs(Number(jsonOf(r).subscriberId)) >= 2 ** 63, crashPage),
  ],
  [
    'int-overflow',
    'A number above 2^31 throws.',
    [submit({ subscriberId: 2 ** 31 })],
    on(
      (r) =>
        typeof jsonOf(r).subscriberId === 'number' &&
        Math.abs(Number(jsonOf(r).subscriberId)) >= 2 ** 31,
      crashPage,
    ),
  ],
  [
    'huge-exponent',
    'A number beyond the range of doubles throws.',
    [submitBody(JSON.stringify(submission).replace('"3141592"', '1e400'))],
    on((r) => jsonOf(r).subscriberId === Infinity, crashPage),
  ],
  [
    'four-byte-characters',
    "MySQL's utf8 has no characters of four bytes.",
    [submit({ text: '🥐' })],
    on((r) => /[\ud800-\udfff]/.test(texts(r)), crashPage),
  ],
  [
    'nul-character',
    'PostgreSQL rejects NUL in a text.',
    [submit({ text: 'a\0b' })],
    on((r) => texts(r).includes('\0'), crashPage),
  ],
  [
    'lone-surrogate',
    'A lone surrogate cannot be encoded.',
    [submitBody(JSON.stringify(submission).replace('every', '\\ud800'))],
    on((r) => /\p{Cs}/u.test(texts(r)), crashPage),
  ],
  [
    'format-string',
    'The text is a format string.',
    [submit({ text: '100 %' })],
    on((r) => /%(?!%)/.test(texts(r)), crashPage),
  ],
  [
    'apostrophe',
    'SQL is concatenated.',
    [submit({ text: "It's" })],
    on((r) => texts(r).includes("'"), crashPage),
  ],
  [
    'backslash',
    'A backslash ends up unescaped in a query.',
    [submit({ text: 'a\\' })],
    on((r) => texts(r).includes('\\'), crashPage),
  ],
  [
    'quote',
    'JSON for the queue is concatenated.',
    [submit({ subjectLine: 'a "b"' })],
    on((r) => texts(r).includes('"'), crashPage),
  ],
  [
    'mail-header-line-break',
    'The mail library throws at a line break in the subject.',
    [submit({ subjectLine: 'a\r\nBcc: b' })],
    on((r) => /[\r\n]/.test(fieldOf(r, 'subjectLine')), crashPage),
  ],
  [
    'mail-header-non-ascii',
    'The subject is written as a header in ASCII.',
    [submit({ subjectLine: 'Grüße' })],
    on((r) => /\P{ASCII}/u.test(fieldOf(r, 'subjectLine')), crashPage),
  ],
  [
    'xml-characters',
    'A control character is not allowed in XML 1.0.',
    [submit({ text: '\u000b' })],
    on((r) => /[^\P{Cc}\t\r\n]/u.test(texts(r)), crashPage),
  ],
  [
    'column-255',
    'The column of the captcha response has 255 characters.',
    [submit({ recaptchaResponse: 'a'.repeat(256) })],
    on((r) => fieldOf(r, 'recaptchaResponse').length > 255, crashPage),
  ],
  [
    'column-in-bytes',
    'The column of the text has 1000 bytes.',
    [submit({ text: '中'.repeat(400) })],
    on((r) => Buffer.byteLength(fieldOf(r, 'text')) > 1000, crashPage),
  ],
  [
    'unknown-brief',
    'An unknown brief violates a foreign key.',
    [submit({ briefId: 'no-such-brief' })],
    edit(404, () => crashPage),
  ],
  [
    'malformed-media-type',
    'A Content-Type with an empty parameter throws.',
    [submit({}, { 'content-type': 'application/json;' })],
    on(({ headers }) => headers['content-type']?.endsWith(';') ?? false, crashPage),
  ],
  [
    'quoted-charset',
    'A charset in quotes throws.',
    [submit({}, { 'content-type': 'application/json; charset="utf-8"' })],
    on(({ headers }) => headers['content-type']?.includes('"') ?? false, crashPage),
  ],
  [
    'unknown-charset',
    'An unknown charset throws.',
    [submit({}, { 'content-type': 'application/json; charset=x-none' })],
    on(({ headers }) => headers['content-type']?.includes('x-none') ?? false, crashPage),
  ],
  [
    'media-type-missing',
    'A missing Content-Type throws.',
    [{ ...submit(), headers: {} }],
    on(
      ({ headers, method }) => method === 'POST' && headers['content-type'] === undefined,
      crashPage,
    ),
  ],
  [
    'multipart-without-boundary',
    'multipart/form-data without a boundary throws.',
    [submit({}, { 'content-type': 'multipart/form-data' })],
    on(({ headers }) => headers['content-type'] === 'multipart/form-data', crashPage),
  ],
  [
    'byte-order-mark',
    'A byte order mark throws.',
    [submitBody(`\uFEFF${JSON.stringify(submission)}`)],
    on((r) => bodyOf(r).startsWith('\uFEFF'), crashPage),
  ],
  [
    'bytes-not-utf-8',
    'Bytes that are not UTF-8 throw.',
    [submitBody(Buffer.from('{"text":"\xff"}', 'latin1'))],
    on((r) => bodyOf(r).includes('\ufffd'), crashPage),
  ],
  [
    'deep-nesting',
    'Deeply nested JSON overflows the stack.',
    [submitBody('['.repeat(2000) + ']'.repeat(2000))],
    on((r) => bodyOf(r).startsWith('['.repeat(500)), crashPage),
  ],
  [
    'duplicate-names',
    'A property name that occurs twice throws.',
    [submitBody(JSON.stringify(submission).replace('{', '{"text":"a",'))],
    on((r) => (bodyOf(r).match(/"text"\s*:/g)?.length ?? 0) > 1, crashPage),
  ],
  [
    'hang-at-backtracking',
    'A pattern against spam takes exponential time for many spaces.',
    [submit({ text: `${' '.repeat(300)}a` })],
    late(Infinity, (r) => /\s{200}/.test(texts(r))),
  ],
  [
    'hang-at-large-captcha',
    'A captcha response of 30 KiB is never answered.',
    [submit({ recaptchaResponse: 'a'.repeat(30_000) })],
    late(Infinity, (r) => fieldOf(r, 'recaptchaResponse').length > 20_000),
  ],
]);
