import { expect, test } from 'vitest';
import { createResponseValidator, loadContract } from '#contract';

const contract = await loadContract('openapi.yaml');
const validateResponse = createResponseValidator(contract);

interface ResponseRow {
  id?: string;
  status: number;
  cookie?: string;
  type?: string;
  retryAfter?: string;
  body?: string | object;
}

/** Finds what a response violates of the page's contract. */
function violationsOf({ id = 'signIn', status, cookie, type, retryAfter, body = '' }: ResponseRow) {
  const operation = contract.operations.find((it) => it.id === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);

  const headers = { 'set-cookie': cookie, 'content-type': type, 'retry-after': retryAfter };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const found = validateResponse(operation, { status, headers, body: Buffer.from(text) });
  return found.map(({ message }) => message);
}

const html = 'text/html';
const problem = { type: 'application/problem+json', body: { title: 'T', status: 429 } };

test.each(
  Object.entries<ResponseRow>({
    'a sign-in with 204': { status: 204, cookie: 'JSESSIONID=a; Path=/; HttpOnly' },
    'a sign-in without a body or a cookie': { status: 200 },
    'a sign-in with JSON': { status: 200, type: 'application/json', body: '{"ok":true}' },
    'a sign-in with a page': { status: 202, type: html, body: '<title>Tools</title>' },
    'a cookie with httponly in lower case': {
      status: 200,
      cookie: 'JSESSIONID=a; path=/; httponly; samesite=lax',
    },
    'a sign-out with a page': { id: 'signOut', status: 202, type: html, body: '<title>T</title>' },
    'a 401 with a page': { status: 401, type: html, body: 'Sign in' },
    'a limit with the time': { ...problem, status: 429, retryAfter: '1' },
    'a limit with a date': { ...problem, status: 429, retryAfter: 'Sun, 01 Nov 2026 12:00:00 GMT' },
    'a problem whose type is a relative reference': {
      ...problem,
      status: 429,
      body: { ...problem.body, type: '/problems/limit' },
    },
    'a submission with any JSON': {
      id: 'submitFeedback',
      status: 200,
      type: 'application/json',
      body: 'null',
    },
  }),
)('%s conforms', (_, row) => {
  expect(violationsOf(row)).toEqual([]);
});

test.each(
  Object.entries<ResponseRow>({
    'The status 302 is not declared.': { status: 302 },
    'The status 402 is not declared.': { id: 'getCurrentUser', status: 402 },
    'The header "Set-Cookie" must match pattern': {
      status: 200,
      cookie: 'JSESSIONID=a; Path=/; Version=HttpOnly',
    },
    'The header "Retry-After" must match pattern': { ...problem, status: 429, retryAfter: 'soon' },
    'The body has the media type text/html; expected application/problem+json.': {
      id: 'getBrief',
      status: 404,
      type: html,
      body: 'Not found',
    },
  }),
)('a response violates the contract: %s', (message, row) => {
  expect(violationsOf(row)).toEqual([expect.stringContaining(message)]);
});
