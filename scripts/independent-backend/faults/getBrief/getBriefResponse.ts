import { knownBriefId, oldBriefId } from '../../backendState.ts';
import { empty, html, json, problem, problemJson, text } from '../../exchange.ts';
import { brief } from '../../probes.ts';
import { edit, editHeaders, editJson, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { idOf } from '../views.ts';

type Brief = Record<string, string>;
const known = [brief()];
const old = [brief(encodeURIComponent(oldBriefId))];
const unknown = [brief('no-such-brief')];
const invalid = [brief('no%20such%20brief')];
const malformed = [brief('%zz')];

export const getBriefResponse = faultsOf('getBrief', 'response', [
  [
    'property-missing-in-old-data',
    'A brief from before a migration has no fullName; null properties are left out.',
    old,
    editJson(({ name, fullName }: Brief) =>
      name === 'Food & Drink' ? { name } : { name, fullName },
    ),
  ],
  [
    'null-property',
    'fullName is null for an old brief.',
    old,
    editJson((value: Brief) =>
      value.name === 'Food & Drink' ? { ...value, fullName: null } : value,
    ),
  ],
  [
    'snake-case',
    'A serializer writes full_name.',
    known,
    editJson(({ name, fullName }: Brief) => ({ name, full_name: fullName })),
  ],
  [
    'pascal-case',
    'A .NET serializer writes Name and FullName.',
    known,
    editJson(({ name, fullName }: Brief) => ({ Name: name, FullName: fullName })),
  ],
  [
    'data-envelope',
    'The brief is wrapped in "data".',
    known,
    editJson((data: Brief) => ({ data })),
  ],
  ['array-of-one', 'A query result is not unwrapped.', known, editJson((value: Brief) => [value])],
  [
    'empty-full-name',
    'A missing column becomes an empty string.',
    known,
    editJson((value: Brief) => ({ ...value, fullName: '' })),
  ],
  [
    'numeric-name',
    'A name of digits would be a string, but the server sends a number.',
    known,
    editJson((value: Brief) => ({ ...value, name: 20_240_101 })),
  ],
  [
    'localized-object',
    'fullName is an object with one text per language.',
    known,
    editJson((value: Brief) => ({ ...value, fullName: { en: value.fullName } })),
  ],
  [
    'array-property',
    'An XML to JSON converter makes every element an array.',
    known,
    editJson(({ name, fullName }: Brief) => ({ name: [name], fullName: [fullName] })),
  ],
  [
    'json-in-string',
    'The JSON text is serialized a second time.',
    known,
    edit(200, ({ body }) => ({ body: JSON.stringify(String(body)) })),
  ],
  [
    'python-repr',
    'str(dict) instead of json.dumps.',
    known,
    edit(200, ({ body }) => ({ body: String(body).replaceAll('"', "'") })),
  ],
  [
    'unescaped-quotes',
    'JSON is built by concatenation, without escapes.',
    old,
    edit(200, ({ body }) => ({ body: String(body).replaceAll('\\"', '"') })),
  ],
  [
    'unescaped-tab',
    'Control characters in strings are not escaped.',
    old,
    edit(200, ({ body }) => ({ body: String(body).replaceAll('\\t', '\t') })),
  ],
  [
    'trailing-comma',
    'A template writes a comma after the last property.',
    known,
    edit(200, ({ body }) => ({ body: String(body).replace(/}$/, ',}') })),
  ],
  [
    'byte-order-mark',
    'The JSON starts with a byte order mark.',
    known,
    edit(200, ({ body }) => ({ body: `\uFEFF${body}` })),
  ],
  [
    'hijacking-prefix',
    "The JSON starts with )]}', against script inclusion.",
    known,
    edit(200, ({ body }) => ({ body: `)]}',\n${body}` })),
  ],
  [
    'warning-before-json',
    'PHP prints a warning before the JSON.',
    known,
    edit(200, ({ body }) => ({ body: `<br />\n<b>Deprecated</b>: strlen()<br />\n${body}` })),
  ],
  [
    'footer-after-json',
    'A filter appends a comment with the time to every response.',
    known,
    edit(200, ({ body }) => ({ body: `${body}\n<!-- 0.02 s -->` })),
  ],
  [
    'latin-1-bytes',
    'The text is written as ISO-8859-1 and labelled as JSON.',
    old,
    edit(200, ({ body }) => ({ body: Buffer.from(String(body), 'latin1') })),
  ],
  [
    'surrogates-as-utf-8',
    "Java's modified UTF-8 encodes each surrogate by itself.",
    old,
    edit(200, ({ body }) => ({ body: encodeSurrogates(String(body)) })),
  ],
  [
    'utf-16',
    'The JSON is UTF-16.',
    known,
    edit(200, ({ body }) => ({ body: Buffer.from(String(body), 'utf16le') })),
  ],
  [
    'text-html',
    "The framework's default media type stays.",
    known,
    editHeaders(200, { 'Content-Type': 'text/html; charset=UTF-8' }),
  ],
  [
    'text-plain',
    'A string is sent without a media type of its own.',
    known,
    editHeaders(200, { 'Content-Type': 'text/plain' }),
  ],
  [
    'no-content-type',
    'The success has no Content-Type.',
    known,
    editHeaders(200, { 'Content-Type': undefined }),
  ],
  [
    'text-json',
    'An obsolete media type.',
    known,
    editHeaders(200, { 'Content-Type': 'text/json' }),
  ],
  [
    'xml-for-browsers',
    'An Accept header with XML, as browsers send it, gets XML.',
    [brief(knownBriefId, { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' })],
    on(
      ({ headers }) => headers.accept?.includes('xml') ?? false,
      text(200, 'application/xml', '<brief/>'),
    ),
  ],
  ['created', 'A success has status 201.', known, edit(200, () => ({ status: 201 }))],
  [
    'unknown-is-null',
    'A brief that is not found is serialized as null, with status 200.',
    unknown,
    edit(404, () => json(200, null)),
  ],
  [
    'unknown-is-empty-object',
    'A brief that is not found is {}, with status 200.',
    unknown,
    edit(404, () => json(200, {})),
  ],
  [
    'unknown-is-empty-200',
    'A brief that is not found is an empty response.',
    unknown,
    edit(404, () => empty(200)),
  ],
  [
    'unknown-is-no-content',
    'A method that returns null sends 204.',
    unknown,
    edit(404, () => empty(204)),
  ],
  [
    'unknown-is-gone',
    'A brief that is not found has status 410.',
    unknown,
    edit(404, () => ({ status: 410 })),
  ],
  [
    'unknown-redirects',
    'A custom error page is reached by a redirect.',
    unknown,
    edit(404, () => empty(302, { Location: '/error.aspx?aspxerrorpath=/rest' })),
  ],
  [
    'error-in-200',
    'Errors have status 200 and a code in the body.',
    unknown,
    edit([400, 404], ({ status }) => json(200, { code: status, message: 'failed' })),
  ],
  ['404-without-body', 'The 404 has no body.', unknown, edit(404, () => empty(404))],
  [
    '404-html',
    "The container's page for 404.",
    unknown,
    edit(404, () => html(404, 'HTTP Status 404 - Not Found')),
  ],
  [
    '404-text',
    'The 404 is plain text.',
    unknown,
    edit(404, () => text(404, 'text/plain; charset=utf-8', 'Not Found')),
  ],
  [
    '404-json',
    'The 404 is JSON in a format of its own.',
    unknown,
    edit(404, () => json(404, { message: 'There is no such brief.' })),
  ],
  [
    '404-error-property',
    'The reason is in "error".',
    unknown,
    edit(404, () => problemJson(404, { status: 404, error: 'Not Found' })),
  ],
  [
    '404-empty-title',
    'The framework hides the title: it is an empty string.',
    unknown,
    edit(404, () => problemJson(404, { title: '', status: 404 })),
  ],
  [
    '404-title-list',
    'The title is a list.',
    unknown,
    edit(404, () => problemJson(404, { title: ['Not found'], status: 404 })),
  ],
  [
    '404-null-title',
    'An exception without a message: the title is null.',
    unknown,
    edit(404, () => problemJson(404, { title: null, status: 404 })),
  ],
  [
    'detail-with-url',
    'The detail repeats the URL of an internal service.',
    unknown,
    edit(404, (_reply, request) =>
      problemJson(404, {
        title: 'Not Found',
        status: 404,
        detail: `404 from http://briefs.internal:8080/v1/${encodeURIComponent(idOf(request))}`,
      }),
    ),
  ],
  ['400-html', 'The 400 is a page.', invalid, edit(400, () => html(400, 'Bad Request'))],
  [
    '400-without-title',
    "The validator's own format.",
    invalid,
    edit(400, () => problemJson(400, { errors: [{ path: 'briefId', code: 'pattern' }] })),
  ],
  [
    'unprocessable',
    'An invalid id has status 422.',
    invalid,
    edit(400, () => problem(422, 'Unprocessable Entity')),
  ],
  [
    'malformed-encoding-page',
    'The router fails before the error handler: a page with the stack.',
    malformed,
    on(({ target }) => target.includes('%zz'), html(400, 'URIError: Failed to decode param')),
  ],
]);

function encodeSurrogates(value: string): Buffer {
  const bytes = Array.from({ length: value.length }, (_, index) => {
    const code = value.charCodeAt(index);
    if (code < 0xd800 || code > 0xdfff) return Buffer.from(value[index] ?? '');
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]);
  });
  return Buffer.concat(bytes);
}
