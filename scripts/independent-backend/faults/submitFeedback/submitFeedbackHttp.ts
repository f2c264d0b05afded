import { empty, html, json, text } from '../../exchange.ts';
import { brief, submission, submit, submitBody } from '../../probes.ts';
import { crashPage, cutBy, edit, editHeaders, late, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';

const valid = submit();
const missing = submit({ text: undefined });

export const submitFeedbackHttp = faultsOf('submitFeedback', 'http', [
  [
    'get-accepted',
    'GET succeeds.',
    [{ ...brief(), target: valid.target }],
    on(({ method }) => method === 'GET', json(200, {})),
  ],
  [
    'get-crashes',
    'GET throws.',
    [{ ...brief(), target: valid.target }],
    on(({ method }) => method === 'GET', crashPage),
  ],
  [
    'put-accepted',
    'PUT succeeds.',
    [{ ...valid, method: 'PUT' }],
    on(
      ({ method }) => method === 'PUT',
      (_request, next) => next({ method: 'POST' }),
    ),
  ],
  [
    '405-without-allow',
    'The 405 has no Allow header.',
    [{ ...brief(), target: valid.target }],
    editHeaders(405, { Allow: undefined }),
  ],
  [
    'options-crashes',
    'OPTIONS throws.',
    [{ ...brief(), target: valid.target, method: 'OPTIONS' }],
    on(({ method }) => method === 'OPTIONS', crashPage),
  ],
  [
    'chunked-is-empty',
    'A body without Content-Length is taken for an empty one.',
    [submitBody([JSON.stringify(submission)])],
    on(
      ({ headers }) => headers['content-length'] === undefined,
      (_request, next) => next({ chunks: [] }),
    ),
  ],
  [
    'length-required',
    'A body without Content-Length gets 411.',
    [submitBody([JSON.stringify(submission)])],
    on(
      ({ headers, method }) => method === 'POST' && headers['content-length'] === undefined,
      html(411, 'Length Required'),
    ),
  ],
  [
    'chunked-hangs',
    'A body without Content-Length is awaited forever.',
    [submitBody([JSON.stringify(submission)])],
    late(Infinity, ({ headers }) => headers['transfer-encoding'] !== undefined),
  ],
  [
    'first-chunk-only',
    'Only what arrives first is read.',
    [submitBody([JSON.stringify(submission).slice(0, 40), JSON.stringify(submission).slice(40)])],
    on(
      ({ chunks }) => chunks.length > 1,
      ({ chunks }, next) => next({ chunks: chunks.slice(0, 1) }),
    ),
  ],
  [
    'chunks-decoded-apart',
    'Each chunk is decoded by itself: a character between two becomes several.',
    [submitInTwo('é'.repeat(500))],
    on(
      ({ chunks }) => chunks.length > 1,
      ({ chunks }, next) => next({ chunks: [Buffer.from(chunks.map(String).join(''))] }),
    ),
  ],
  [
    'expectation-failed',
    'Expect: 100-continue gets 417.',
    [submit({}, { expect: '100-continue' })],
    on(({ headers }) => headers.expect !== undefined, empty(417)),
  ],
  [
    'gzip-crashes',
    'A compressed body throws instead of 415.',
    [submit({}, { 'content-encoding': 'gzip' })],
    on(({ headers }) => headers['content-encoding'] === 'gzip', crashPage),
  ],
  [
    'unknown-coding-ignored',
    'An unknown Content-Encoding is ignored, and the bytes are taken as they are.',
    [submit({}, { 'content-encoding': 'x-unknown' })],
    on(
      ({ headers }) => headers['content-encoding'] !== undefined,
      (request, next) => next({ headers: { ...request.headers, 'content-encoding': 'identity' } }),
    ),
  ],
  [
    'foreign-origin',
    "A CORS filter rejects the page's origin behind a proxy.",
    [submit({}, { origin: 'https://www.example.com' })],
    on(
      ({ headers }) => headers.origin !== undefined,
      text(403, 'text/plain', 'Invalid CORS request'),
    ),
  ],
  [
    'null-origin',
    'Origin: null throws.',
    [submit({}, { origin: 'null' })],
    on(({ headers }) => headers.origin === 'null', crashPage),
  ],
  [
    'referer-required',
    'A request without Referer is rejected.',
    [valid],
    on(({ headers }) => headers.referer === undefined, html(403, 'Referer checking failed')),
  ],
  [
    'fetch-metadata',
    'Sec-Fetch-Mode other than navigate is rejected.',
    [submit({}, { 'sec-fetch-mode': 'cors' })],
    on(({ headers }) => headers['sec-fetch-mode'] === 'cors', html(403, 'Forbidden')),
  ],
  [
    'accept-html-page',
    'A client that also accepts HTML gets a page.',
    [submit({}, { accept: 'text/html, */*' })],
    on(({ headers }) => headers.accept?.includes('text/html') ?? false, html(200, 'Thank you')),
  ],
  [
    'error-truncated',
    'The end of an error response is missing.',
    [missing],
    edit(400, () => cutBy(4)),
  ],
]);

/** @param value non-ASCII characters, one of which is split between the chunks */
function submitInTwo(value: string) {
  const bytes = Buffer.from(JSON.stringify({ ...submission, text: value }));
  const middle = bytes.indexOf('é') + 1;
  return submitBody([bytes.subarray(0, middle), bytes.subarray(middle)]);
}
