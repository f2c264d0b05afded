import { html, problem } from '../../exchange.ts';
import { submission, submit, submitBody } from '../../probes.ts';
import { on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, fieldOf, jsonOf } from '../views.ts';

const rejected = problem(400, 'Invalid.');
const forbidden = html(403, 'Forbidden');
const fields = Object.keys(submission);
/** Both texts of a message. */
const texts = (request: Parameters<typeof fieldOf>[0]) =>
  `${fieldOf(request, 'subjectLine')} ${fieldOf(request, 'text')}`;

export const submitFeedbackStricter = faultsOf('submitFeedback', 'stricter', [
  [
    'exact-media-type',
    'A charset in the Content-Type gets 415.',
    [submit({}, { 'content-type': 'application/json; charset=utf-8' })],
    on(
      ({ headers }) => headers['content-type']?.startsWith('application/json;') ?? false,
      problem(415, 'Unsupported'),
    ),
  ],
  [
    'media-type-case',
    'The media type is compared with regard to case.',
    [submit({}, { 'content-type': 'Application/JSON' })],
    on(({ headers }) => /[A-Z]/.test(headers['content-type'] ?? ''), problem(415, 'Unsupported')),
  ],
  [
    'blank-text',
    'A text of blanks is rejected.',
    [submit({ text: ' ' })],
    on((r) => /^\s+$/.test(fieldOf(r, 'text')), rejected),
  ],
  [
    'blank-subject',
    'A subject of blanks is rejected.',
    [submit({ subjectLine: ' ' })],
    on((r) => /^\s+$/.test(fieldOf(r, 'subjectLine')), rejected),
  ],
  [
    'subject-99',
    'The limit of the subject is off by one.',
    [submit({ subjectLine: 'a'.repeat(100) })],
    on((r) => fieldOf(r, 'subjectLine').length >= 100, rejected),
  ],
  [
    'text-499',
    'The limit of the text is off by one.',
    [submit({ text: 'a'.repeat(500) })],
    on((r) => fieldOf(r, 'text').length >= 500, rejected),
  ],
  [
    'text-min-2',
    'A text of one character is rejected.',
    [submit({ text: 'a' })],
    on((r) => fieldOf(r, 'text').length === 1, rejected),
  ],
  [
    'utf-16-units',
    'The length is counted in UTF-16 code units.',
    [submit({ subjectLine: '🥐'.repeat(100) })],
    on((r) => fieldOf(r, 'subjectLine').length > 100 || fieldOf(r, 'text').length > 500, rejected),
  ],
  [
    'utf-8-bytes',
    'The length is counted in bytes.',
    [submit({ text: 'é'.repeat(500) })],
    on((r) => Buffer.byteLength(fieldOf(r, 'text')) > 500, rejected),
  ],
  [
    'crlf',
    'A line feed counts as two characters.',
    [submit({ text: '\n'.repeat(500) })],
    on((r) => fieldOf(r, 'text').replaceAll('\n', '\r\n').length > 500, rejected),
  ],
  [
    'escaped-length',
    'The length is checked after HTML escaping.',
    [submit({ subjectLine: '&'.repeat(100) })],
    on((r) => fieldOf(r, 'subjectLine').replaceAll('&', '&amp;').length > 100, rejected),
  ],
  [
    'json-length',
    'The length is checked in the JSON text, with its escapes.',
    [
      submitBody(
        JSON.stringify({ ...submission, text: 'A'.repeat(500) }).replaceAll('A', '\\u0041'),
      ),
    ],
    on(
      (r) => (/"text"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(bodyOf(r))?.[1]?.length ?? 0) > 500,
      rejected,
    ),
  ],
  [
    'normalized-length',
    'The length is checked after compatibility decomposition.',
    [submit({ subjectLine: 'ﬁ'.repeat(100) })],
    on((r) => [...fieldOf(r, 'subjectLine').normalize('NFKD')].length > 100, rejected),
  ],
  [
    'line-break-in-subject',
    'A line break in the subject is rejected.',
    [submit({ subjectLine: 'a\nb' })],
    on((r) => /[\r\n]/.test(fieldOf(r, 'subjectLine')), rejected),
  ],
  [
    'control-characters',
    'Control characters are rejected.',
    [submit({ text: 'a\u0007b' })],
    on((r) => /[^\P{Cc}\s]/u.test(texts(r)), rejected),
  ],
  [
    'markup',
    'ASP.NET request validation rejects "<" before a letter.',
    [submit({ text: 'a <b> c' })],
    on((r) => /<[a-z!/?]/i.test(texts(r)), html(400, 'A potentially dangerous Request value')),
  ],
  [
    'script-filter',
    'A firewall rejects "<script".',
    [submit({ text: '<script>' })],
    on((r) => /<script/i.test(bodyOf(r)), forbidden),
  ],
  [
    'sql-filter',
    'A firewall rejects words of SQL.',
    [submit({ text: "'; DROP TABLE briefs; --" })],
    on((r) => /(drop|select|union)\s/i.test(texts(r)), forbidden),
  ],
  [
    'spam-filter',
    'A text with a link is rejected.',
    [submit({ text: 'See http://example.com' })],
    on((r) => /https?:/.test(texts(r)), problem(400, 'Spam')),
  ],
  [
    'template-filter',
    'A firewall rejects "{{".',
    [submit({ text: '{{7*7}}' })],
    on((r) => texts(r).includes('{{'), forbidden),
  ],
  [
    'path-filter',
    'A firewall rejects "../".',
    [submit({ text: '../../etc/passwd' })],
    on((r) => texts(r).includes('../'), forbidden),
  ],
  [
    'ascii-only',
    'Only ASCII is accepted.',
    [submit({ text: 'naïve' })],
    on((r) => /\P{ASCII}/u.test(texts(r)), rejected),
  ],
  [
    'bidi-rejected',
    'Right-to-left marks are rejected.',
    [submit({ text: 'a\u202eb' })],
    on((r) => /[\u200b-\u200f\u202a-\u202e]/.test(texts(r)), rejected),
  ],
  [
    'text-zero-is-empty',
    'The text "0" counts as empty.',
    [submit({ text: '0' })],
    on((r) => fieldOf(r, 'text') === '0', rejected),
  ],
  [
    'text-null-is-missing',
    'The text "null" counts as missing.',
    [submit({ text: 'null' })],
    on((r) => /^(null|undefined)$/.test(fieldOf(r, 'text')), rejected),
  ],
  [
    'number-0',
    'The subscriber id 0 counts as missing.',
    [submit({ subscriberId: 0 })],
    on((r) => jsonOf(r).subscriberId === 0, rejected),
  ],
  [
    'number-negative',
    'A negative subscriber id is rejected.',
    [submit({ subscriberId: -1 })],
    on((r) => Number(jsonOf(r).subscriberId) < 0, rejected),
  ],
  [
    'number-fraction',
    'A subscriber id with a fraction is rejected.',
    [submit({ subscriberId: 1.5 })],
    on(
      (r) =>
        typeof jsonOf(r).subscriberId === 'number' && !Number.isInteger(jsonOf(r).subscriberId),
      rejected,
    ),
  ],
  [
    'number-exponent',
    'A number with an exponent is rejected.',
    [submitBody(JSON.stringify(submission).replace('"3141592"', '1e3'))],
    on((r) => /"subscriberId":\s*-?[\d.]+e/i.test(bodyOf(r)), rejected),
  ],
  [
    'number-rejected',
    'A subscriber id must be a string.',
    [submit({ subscriberId: 7 })],
    on((r) => typeof jsonOf(r).subscriberId === 'number', rejected),
  ],
  [
    'string-rejected',
    'A subscriber id must be a number.',
    [submit()],
    on((r) => typeof jsonOf(r).subscriberId === 'string', rejected),
  ],
  [
    'string-of-digits',
    'A subscriber id is parsed as a number.',
    [submit({ subscriberId: 'abc' })],
    on((r) => !/^\d*$/.test(fieldOf(r, 'subscriberId')), rejected),
  ],
  [
    'subscriber-36',
    'A subscriber id has at most 36 characters.',
    [submit({ subscriberId: 'a'.repeat(37) })],
    on((r) => fieldOf(r, 'subscriberId').length > 36, rejected),
  ],
  [
    'brief-id-pattern',
    'A brief id with "." or "~" is rejected.',
    [submit({ briefId: 'a.b~c' })],
    on((r) => /[^\w-]/.test(fieldOf(r, 'briefId')), rejected),
  ],
  [
    'brief-id-50',
    'A brief id has at most 50 characters.',
    [submit({ briefId: 'a'.repeat(51) })],
    on((r) => fieldOf(r, 'briefId').length > 50, rejected),
  ],
  [
    'captcha-1024',
    'A captcha response has at most 1024 characters.',
    [submit({ recaptchaResponse: 'a'.repeat(1500) })],
    on((r) => fieldOf(r, 'recaptchaResponse').length > 1024, rejected),
  ],
  [
    'captcha-min-10',
    'A captcha response has at least 10 characters.',
    [submit({ recaptchaResponse: 'a' })],
    on((r) => /^.{1,9}$/.test(fieldOf(r, 'recaptchaResponse')), rejected),
  ],
  [
    'property-order',
    'Properties must come in the order of the schema.',
    [submitBody(JSON.stringify(Object.fromEntries(Object.entries(submission).reverse())))],
    on((r) => {
      const names = Object.keys(jsonOf(r));
      return names.length === 5 && names.join() !== fields.join();
    }, rejected),
  ],
  [
    'pretty-json',
    'A hand-written parser knows no whitespace.',
    [submitBody(JSON.stringify(submission, null, 2))],
    on((r) => /^\{\s/.test(bodyOf(r)), rejected),
  ],
  [
    'escaped-name',
    'Escapes in property names are not decoded.',
    [submitBody(JSON.stringify(submission).replace('"text"', '"te\\u0078t"'))],
    on((r) => /"[^"]*\\u[^"]*":/.test(bodyOf(r)), rejected),
  ],
  [
    'escaped-slash',
    'The escape \\/ is unknown.',
    [submitBody(JSON.stringify(submission).replace('every morning', 'every\\/morning'))],
    on((r) => bodyOf(r).includes('\\/'), rejected),
  ],
  [
    'body-8-kib',
    'A body of more than 8 KiB gets 413, although whitespace is all that it has.',
    [submitBody(JSON.stringify(submission) + ' '.repeat(9000))],
    on((r) => bodyOf(r).length > 8192 && bodyOf(r).length < 65_536, html(413, 'Too large')),
  ],
  [
    'query-rejected',
    'A query gets 404.',
    [{ ...submit(), target: `${submit().target}?utm_source=mail` }],
    on(({ target }) => target.includes('?'), html(404, 'Not Found')),
  ],
]);
