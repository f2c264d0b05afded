import { json } from './exchange.ts';
import { answers, rules, type SeededFault, says, treats } from './seedFault.ts';

const type = (text: string) => ({ headers: { 'Content-Type': text } });
const broken = json(500, { message: 'Something went wrong.' });
const staff = {
  userId: 'editor',
  roles: ['admin'],
  fullName: 'Edith Torr',
  emailAddress: 'edith@example.com',
};

/** Right requests, wrong answers. */
export const faultsInAnswers: readonly SeededFault[] = [
  answers(['getBrief', 'a brief is a 201', 'status'], 200, { status: 201 }),
  answers(['getBrief', 'a brief is a redirect', 'status'], 200, { status: 302 }),
  answers(['getBrief', 'a bad id is a 418', 'status'], 400, { status: 418 }),
  answers(['submitFeedback', 'a submission is a 201', 'status'], 200, { status: 201 }),
  answers(['submitFeedback', 'a bad submission is a 422', 'status'], 400, { status: 422 }),
  answers(['signIn', 'wrong credentials are a 403', 'status'], 401, { status: 403 }),
  answers(['signOut', 'a sign-out is a 204', 'status'], 200, { status: 204, body: '' }),
  answers(['getCurrentUser', 'a stranger gets a 404', 'status'], 401, { status: 404 }),

  answers(['getBrief', 'a brief is labelled as text', 'media-type'], 200, type('text/plain')),
  answers(['getBrief', 'an unknown brief is an HTML page', 'media-type'], 404, {
    ...type('text/html'),
    body: '<h1>Not found</h1>',
  }),
  answers(
    ['getBrief', 'a brief claims Latin-1', 'media-type'],
    200,
    type('application/json; charset=iso-8859-1'),
  ),
  answers(['getBrief', 'a brief has no media type', 'media-type'], 200, { headers: {} }),
  answers(['getBrief', 'a media type is malformed', 'media-type'], 200, type('json; charset')),
  answers(['submitFeedback', 'a refusal is plain text', 'media-type'], 400, type('text/plain')),
  answers(['signOut', 'a page is labelled as JSON', 'media-type'], 200, type('application/json')),

  says(['getBrief', 'fullName is missing', 'body'], 200, { name: 'a' }),
  says(['getBrief', 'fullName is a number', 'body'], 200, { name: 'a', fullName: 7 }),
  says(['getBrief', 'fullName is null', 'body'], 200, { name: 'a', fullName: null }),
  says(['getBrief', 'name is empty', 'body'], 200, { name: '', fullName: 'A' }),
  says(['getBrief', 'a brief is null', 'body'], 200, null),
  says(['getBrief', 'a brief is a list', 'body'], 200, [{ name: 'a', fullName: 'A' }]),
  says(['getBrief', 'an unknown brief has no message', 'body'], 404, { error: 'No such brief.' }),
  says(['getBrief', 'a refusal has an empty message', 'body'], 400, { message: '' }),
  says(['signIn', 'a refused sign-in has no message', 'body'], 401, {}),
  answers(['getBrief', 'a brief ends too early', 'body'], 200, { body: '{"name":"a","ful' }),
  answers(['getBrief', 'a brief is empty', 'body'], 200, { body: '' }),
  answers(['getBrief', 'a brief is no UTF-8', 'body'], 200, {
    body: Buffer.from('{"name":"a","fullName":"\xc4"}', 'latin1'),
  }),
  rules(['getCurrentUser', 'a role is unknown', 'body'], { user: { ...staff, roles: ['wizard'] } }),
  rules(['getCurrentUser', 'a role comes twice', 'body'], {
    user: { ...staff, roles: ['admin', 'admin'] },
  }),
  rules(['getCurrentUser', 'roles are a text', 'body'], { user: { ...staff, roles: 'admin' } }),
  rules(['getCurrentUser', 'an e-mail address is none', 'body'], {
    user: { ...staff, emailAddress: 'edith' },
  }),

  rules(['signIn', 'password-expired is malformed', 'header'], {
    signInHeaders: (id) => ({
      'Set-Cookie': `JSESSIONID=${id}; Path=/; HttpOnly`,
      'password-expired': 'no',
    }),
  }),
  rules(['signIn', 'the cookie is open to scripts', 'header'], {
    signInHeaders: (id) => ({ 'Set-Cookie': `JSESSIONID=${id}; Path=/` }),
  }),

  treats(['getBrief', 'a long id is a 500', 'no-5xx'], ({ path }) => path.length > 120, broken),
  treats(
    ['submitFeedback', 'a long text is a 500', 'no-5xx'],
    ({ body }) => body.length > 560,
    broken,
  ),
  treats(
    ['submitFeedback', 'a grain of wheat is a 500', 'no-5xx'],
    ({ body }) => body.includes('🌾'),
    broken,
  ),
  treats(
    ['submitFeedback', 'a body of null is a 500', 'no-5xx'],
    ({ body }) => String(body) === 'null',
    broken,
  ),
  treats(
    ['submitFeedback', 'broken JSON is a 500', 'no-5xx'],
    ({ body }) => body.includes('{') && !body.includes('}'),
    broken,
  ),
  answers(['getBrief', 'a brief breaks off', 'answer'], 200, {
    headers: { 'Content-Type': 'application/json', 'Content-Length': '900' },
  }),
  treats(
    ['submitFeedback', 'a list closes the connection', 'answer'],
    ({ body }) => body[0] === 0x5b,
    'close',
  ),
  treats(
    ['submitFeedback', 'a number is never answered', 'answer'],
    ({ body }) => String(body) === '42',
    'hang',
  ),
];
