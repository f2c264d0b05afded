import { knownUser } from '../../backendState.ts';
import { empty, html, problem, problemJson, text } from '../../exchange.ts';
import { signIn } from '../../probes.ts';
import { crashPage, edit, editHeaders, reset, withHeaders } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { formOf } from '../views.ts';

const valid = signIn();
const wrong = signIn('username=editor&password=wrong');
const noPassword = signIn('username=editor');
const large = signIn(`username=editor&password=${'a'.repeat(100_000)}`);

export const signInResponse = faultsOf('signIn', 'response', [
  [
    'redirect-home',
    'A success redirects to the home page.',
    [valid],
    edit(200, (reply) => ({ ...withHeaders(reply, { Location: '/' }), status: 302 })),
  ],
  [
    'no-content',
    'A success has status 204.',
    [valid],
    edit(200, ({ headers }) => ({
      ...empty(204, { 'Set-Cookie': headers['Set-Cookie'] ?? '' }),
    })),
  ],
  [
    'json-success',
    'A success is JSON.',
    [valid],
    edit(200, (reply) => ({
      ...withHeaders(reply, { 'Content-Type': 'application/json' }),
      body: '{}',
    })),
  ],
  [
    'no-content-type',
    'A success has no Content-Type.',
    [valid],
    editHeaders(200, { 'Content-Type': undefined }),
  ],
  [
    'expired-capitalized',
    'password-expired is "False".',
    [valid],
    editHeaders(200, { 'password-expired': 'False' }),
  ],
  [
    'expired-number',
    'password-expired is a number.',
    [valid],
    editHeaders(200, { 'password-expired': '0' }),
  ],
  [
    'expired-empty',
    'password-expired is empty.',
    [valid],
    editHeaders(200, { 'password-expired': '' }),
  ],
  [
    'expired-date',
    'password-expired is a date.',
    [valid],
    editHeaders(200, { 'password-expired': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
  ],
  [
    'expired-twice',
    'password-expired occurs twice.',
    [valid],
    editHeaders(200, { 'password-expired': ['false', 'false'] }),
  ],
  [
    'login-page-in-200',
    'Wrong credentials get the sign-in page with status 200.',
    [wrong],
    edit(401, () => html(200, 'Please sign in')),
  ],
  [
    'login-redirect',
    'Wrong credentials redirect to the sign-in page.',
    [wrong],
    edit(401, () => empty(302, { Location: '/login?error' })),
  ],
  ['forbidden', 'Wrong credentials get 403.', [wrong], edit(401, () => ({ status: 403 }))],
  [
    'unknown-user-is-404',
    'An unknown user gets 404.',
    [signIn('username=nobody&password=a')],
    edit(
      401,
      () => ({ status: 404 }),
      (request) => formOf(request).username !== knownUser.username,
    ),
  ],
  [
    'wrong-crashes',
    'An authentication exception is not handled.',
    [wrong],
    edit(401, () => crashPage),
  ],
  [
    '401-text',
    'The 401 is plain text.',
    [wrong],
    edit(401, () => text(401, 'text/plain', 'Bad credentials')),
  ],
  ['401-without-body', 'The 401 has no body.', [wrong], edit(401, () => empty(401))],
  [
    '401-page-as-json',
    'The 401 is a page that is labelled as JSON.',
    [wrong],
    edit(401, () => text(401, 'application/json', '<!doctype html><title>401</title>')),
  ],
  [
    '401-error-property',
    'The reason of the 401 is in "error".',
    [wrong],
    edit(401, () => problemJson(401, { error: 'invalid_grant' })),
  ],
  [
    '401-empty-title',
    'The title of the 401 is empty.',
    [wrong],
    edit(401, () => problemJson(401, { title: '', status: 401 })),
  ],
  [
    '400-page',
    'A missing field gets a page.',
    [noPassword],
    edit(400, () => html(400, 'Bad Request')),
  ],
  ['missing-is-422', 'A missing field gets 422.', [noPassword], edit(400, () => ({ status: 422 }))],
  [
    '415-page',
    'A wrong media type gets a page.',
    [signIn('{}', { 'content-type': 'application/json' })],
    edit(415, () => html(415, 'Unsupported')),
  ],
  ['413-closes', 'A large body closes the connection.', [large], edit(413, () => reset)],
  [
    '413-text',
    'The 413 is plain text.',
    [large],
    edit(413, () => text(413, 'text/plain', 'Too large')),
  ],
  [
    'title-with-user',
    'The title of the 401 repeats the user name.',
    [signIn('username=edith.torr&password=a')],
    edit(401, (_reply, request) => problem(401, `No user ${formOf(request).username}.`)),
  ],
]);
