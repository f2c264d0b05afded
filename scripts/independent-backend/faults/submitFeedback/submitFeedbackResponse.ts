import { empty, html, json, problem, problemJson, text } from '../../exchange.ts';
import { submit, submitBody } from '../../probes.ts';
import { chunked, crashPage, edit, editText, late, reset } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, jsonOf } from '../views.ts';

const valid = submit();
const missing = submit({ text: undefined });
const xml = submitBody('<a/>', { 'content-type': 'application/xml' });
const large = submit({ text: 'a'.repeat(100_000) });

export const submitFeedbackResponse = faultsOf('submitFeedback', 'response', [
  ['created', 'A success has status 201.', [valid], edit(204, () => json(201, { id: 1 }))],
  ['accepted', 'A success has status 202.', [valid], edit(204, () => empty(202))],
  [
    'redirect-after-post',
    'A success redirects to a page of thanks.',
    [valid],
    edit(204, () => empty(303, { Location: '/thanks' })),
  ],
  ['reset-content', 'A success has status 205.', [valid], edit(204, () => empty(205))],
  ['html-thanks', 'A success is a page.', [valid], edit(204, () => html(200, 'Thank you'))],
  [
    'text-ok',
    'A success is the text OK.',
    [valid],
    edit(204, () => text(200, 'text/plain;charset=UTF-8', 'OK')),
  ],
  [
    'ok-as-json',
    'The text OK is labelled as JSON.',
    [valid],
    edit(204, () => text(200, 'application/json', 'OK')),
  ],
  [
    'empty-json',
    'A 200 with application/json and no body.',
    [valid],
    edit(204, () => text(200, 'application/json', '')),
  ],
  [
    'javascript-success',
    'A success is JSONP.',
    [valid],
    edit(204, () => text(200, 'application/javascript', 'callback({})')),
  ],
  [
    'no-content-type',
    'A success has a body and no Content-Type.',
    [valid],
    edit(204, () => ({ ...empty(200), body: '{"accepted":true}' })),
  ],
  [
    'undefined-serialized',
    'The body is the word undefined.',
    [valid],
    edit(204, () => text(200, 'application/json', 'undefined')),
  ],
  [
    '204-with-body',
    'The 204 is followed by a body.',
    [valid],
    edit(204, () =>
      editText((response) =>
        response.replace('Connection', 'Content-Length: 2\r\nConnection').concat('{}'),
      ),
    ),
  ],
  [
    '204-with-length',
    'The 204 has a Content-Length.',
    [valid],
    edit(204, () =>
      editText((response) => response.replace('Connection', 'Content-Length: 0\r\nConnection')),
    ),
  ],
  [
    '204-chunked',
    'The 204 has a Transfer-Encoding.',
    [valid],
    edit(204, (reply) => ({
      editBytes: (bytes) =>
        chunked(reply).editBytes?.(
          Buffer.from(bytes.toString().replace('Connection', 'Content-Length: 0\r\nConnection')),
        ) ?? bytes,
    })),
  ],
  [
    'unprocessable',
    'An invalid body has status 422.',
    [missing],
    edit(400, () => problem(422, 'Validation failed')),
  ],
  ['conflict', 'An invalid body has status 409.', [missing], edit(400, () => ({ status: 409 }))],
  [
    'failure-in-200',
    'An invalid body gets 200 with success: false.',
    [missing],
    edit(400, () => json(200, { success: false })),
  ],
  [
    'model-state',
    'A 400 in the format of ASP.NET.',
    [missing],
    edit(400, () =>
      text(
        400,
        'application/problem+json; charset=utf-8',
        '{"title":"One or more validation errors occurred.","errors":{"Text":["required"]}}',
      ),
    ),
  ],
  [
    'error-list',
    'A 400 with a list of errors.',
    [missing],
    edit(400, () =>
      problemJson(400, { errors: [{ field: 'text', defaultMessage: 'must not be null' }] }),
    ),
  ],
  [
    'detail-list',
    'A 400 whose title is a list of objects.',
    [missing],
    edit(400, () =>
      problemJson(400, { title: [{ loc: ['body', 'text'], msg: 'field required' }] }),
    ),
  ],
  [
    'top-level-list',
    'A 400 whose body is a list.',
    [missing],
    edit(400, () => problemJson(400, [{ title: 'text is required' }])),
  ],
  ['400-without-body', 'A 400 without a body.', [missing], edit(400, () => empty(400))],
  [
    '400-text',
    'A 400 in plain text.',
    [missing],
    edit(400, () => text(400, 'text/plain', 'Bad Request')),
  ],
  [
    '400-page-for-syntax',
    'A syntax error in the JSON gets a page.',
    [submitBody('{')],
    edit(
      400,
      () => html(400, 'SyntaxError: Unexpected end of JSON input'),
      (request) =>
        bodyOf(request) === '{' ||
        !/^[[{"\dtfn]/.test(bodyOf(request)) ||
        Object.keys(jsonOf(request)).length === 0,
    ),
  ],
  [
    '404-page',
    'The 404 for an unknown brief is a page.',
    [submit({ briefId: 'no-such-brief' })],
    edit(404, () => html(404, 'Not Found')),
  ],
  ['415-page', 'The 415 is a page.', [xml], edit(415, () => html(415, 'Unsupported Media Type'))],
  [
    '415-without-body',
    'The 415 has no body.',
    [xml],
    edit(415, () => empty(415, { Accept: 'application/json' })),
  ],
  ['415-crashes', 'A wrong media type throws.', [xml], edit(415, () => crashPage)],
  [
    '415-is-406',
    'A wrong media type gets 406.',
    [xml],
    edit(415, () => problem(406, 'Not acceptable')),
  ],
  [
    '413-page',
    'The 413 is the page of a proxy.',
    [large],
    edit(413, () => html(413, '413 Request Entity Too Large')),
  ],
  ['413-reset', 'A large body closes the connection.', [large], edit(413, () => reset)],
  [
    '413-hangs',
    'A large body gets no response.',
    [large],
    late(Infinity, ({ chunks }) => Buffer.concat(chunks).length > 65_536),
  ],
  [
    '413-crashes',
    'A large body overflows a packet of the database.',
    [large],
    edit(413, () => crashPage),
  ],
  [
    'title-with-text',
    'The title of the 400 repeats the personal data in the body.',
    [submit({ text: 'a'.repeat(501) })],
    edit(400, (_reply, request) => problem(400, `rejected value [${bodyOf(request)}]`)),
  ],
]);
