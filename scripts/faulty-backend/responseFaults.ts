import {
  changeBody,
  changeResponse,
  changeRules,
  declareFaults,
  respondWhen,
} from './declareFaults.ts';
import { errorResponse } from './httpMessages.ts';

const contentType = (value: string) => ({ headers: { 'Content-Type': value } });
const serverError = errorResponse(500, 'Internal Server Error');
const staff = {
  userId: 'editor',
  roles: ['admin'],
  fullName: 'Edith Torr',
  emailAddress: 'edith@example.com',
};

/** Requests are accepted or rejected correctly, but the response violates the contract. */
export const responseFaults = [
  ...declareFaults(
    ['status_code_conformance'],
    changeResponse('getBrief', 'a brief returns 201', 200, { status: 201 }),
    changeResponse('getBrief', 'a brief redirects', 200, { status: 302 }),
    changeResponse('getBrief', 'an invalid id returns 418', 400, { status: 418 }),
    changeResponse('submitFeedback', 'a submission returns 201', 200, { status: 201 }),
    changeResponse(
      'submitFeedback',
      'an invalid submission returns 422',
      400,
      errorResponse(422, 'Invalid.'),
    ),
    changeResponse('signIn', 'wrong credentials return 403', 401, errorResponse(403, 'Wrong.')),
    changeResponse('signOut', 'a sign-out returns 204', 200, { status: 204, body: '' }),
    changeResponse('getCurrentUser', 'a missing session returns 404', 401, { status: 404 }),
  ),
  ...declareFaults(
    ['content_type_conformance'],
    changeResponse('getBrief', 'a brief is labelled text/plain', 200, contentType('text/plain')),
    changeResponse('getBrief', 'an unknown brief returns HTML', 404, {
      ...contentType('text/html'),
      body: '<h1>Not found</h1>',
    }),
    changeResponse(
      'getBrief',
      'a brief is labelled ISO 8859-1',
      200,
      contentType('application/json; charset=iso-8859-1'),
    ),
    changeResponse('getBrief', 'a brief has no Content-Type', 200, { headers: {} }),
    changeResponse('getBrief', 'Content-Type is malformed', 200, contentType('json; charset')),
    changeResponse(
      'submitFeedback',
      'a rejection is labelled text/plain',
      400,
      contentType('text/plain'),
    ),
    changeResponse(
      'signOut',
      'a page is labelled application/json',
      200,
      contentType('application/json'),
    ),
  ),
  ...declareFaults(
    ['response_schema_conformance'],
    changeBody('getBrief', 'fullName is missing', 200, { name: 'a' }),
    changeBody('getBrief', 'fullName is a number', 200, { name: 'a', fullName: 7 }),
    changeBody('getBrief', 'fullName is null', 200, { name: 'a', fullName: null }),
    changeBody('getBrief', 'name is empty', 200, { name: '', fullName: 'A' }),
    changeBody('getBrief', 'a brief is null', 200, null),
    changeBody('getBrief', 'a brief is an array', 200, [{ name: 'a', fullName: 'A' }]),
    changeBody('getBrief', 'a 404 has no title', 404, { error: 'No such brief.' }),
    changeBody('getBrief', 'a 400 has an empty title', 400, { title: '', status: 400 }),
    changeBody('signIn', 'a 401 has no title', 401, {}),
    changeBody('getBrief', 'a 404 states another status', 404, { title: 'a', status: 400 }),
    changeResponse('getBrief', 'the JSON of a brief is truncated', 200, {
      body: '{"name":"a","ful',
    }),
    changeResponse('getBrief', 'the body of a brief is empty', 200, { body: '' }),
    changeResponse('getBrief', 'a brief is not UTF-8', 200, {
      body: Buffer.from('{"name":"a","fullName":"\xc4"}', 'latin1'),
    }),
    changeRules('getCurrentUser', 'a role is unknown', { user: { ...staff, roles: ['wizard'] } }),
    changeRules('getCurrentUser', 'a role is listed twice', {
      user: { ...staff, roles: ['admin', 'admin'] },
    }),
    changeRules('getCurrentUser', 'roles is a string', { user: { ...staff, roles: 'admin' } }),
    changeRules('getCurrentUser', 'the e-mail address is not valid', {
      user: { ...staff, emailAddress: 'edith' },
    }),
  ),
  ...declareFaults(
    ['response_headers_conformance'],
    changeRules('signIn', 'password-expired is not valid', {
      signInHeaders: (id) => ({
        'Set-Cookie': `JSESSIONID=${id}; Path=/; HttpOnly`,
        'password-expired': 'no',
      }),
    }),
    changeRules('signIn', 'the session cookie is not HttpOnly', {
      signInHeaders: (id) => ({ 'Set-Cookie': `JSESSIONID=${id}; Path=/` }),
    }),
  ),
  ...declareFaults(
    ['not_a_server_error'],
    respondWhen('getBrief', 'a long id causes a 500', ({ path }) => path.length > 120, serverError),
    respondWhen(
      'submitFeedback',
      'a long text causes a 500',
      ({ body }) => body.length > 560,
      serverError,
    ),
    respondWhen(
      'submitFeedback',
      'an emoji causes a 500',
      ({ body }) => body.includes('🌾'),
      serverError,
    ),
    respondWhen(
      'submitFeedback',
      'the body null causes a 500',
      ({ body }) => String(body) === 'null',
      serverError,
    ),
    respondWhen(
      'submitFeedback',
      'malformed JSON causes a 500',
      ({ body }) => body.includes('{') && !body.includes('}'),
      serverError,
    ),
  ),
  ...declareFaults(
    ['response_received'],
    changeResponse('getBrief', 'a brief is shorter than its Content-Length', 200, {
      headers: { 'Content-Type': 'application/json', 'Content-Length': '900' },
    }),
    respondWhen(
      'submitFeedback',
      'an array closes the connection',
      ({ body }) => body[0] === 0x5b,
      'close',
    ),
    respondWhen(
      'submitFeedback',
      'a number never gets a response',
      ({ body }) => String(body) === '42',
      'hang',
    ),
  ),
];
