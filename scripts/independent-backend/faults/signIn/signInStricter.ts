import { html, problem, text } from '../../exchange.ts';
import { signIn } from '../../probes.ts';
import { on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, formOf } from '../views.ts';

const valid = signIn();
const form = 'username=editor&password=correct%20horse';
const rejected = problem(400, 'Invalid.');

export const signInStricter = faultsOf('signIn', 'stricter', [
  [
    'plus-is-plus',
    '"+" is not decoded as a space.',
    [signIn('username=editor&password=correct+horse')],
    on((request) => bodyOf(request).includes('+'), problem(401, 'Wrong')),
  ],
  [
    'not-decoded',
    'Percent-encoded letters are not decoded.',
    [signIn('username=%65ditor&password=correct%20horse')],
    on((request) => /%[46]/.test(bodyOf(request)), problem(401, 'Wrong')),
  ],
  [
    'field-order',
    'The user name must come first.',
    [signIn('password=correct%20horse&username=editor')],
    on((request) => bodyOf(request).startsWith('password='), rejected),
  ],
  [
    'additional-field',
    'Another field is rejected.',
    [signIn(`${form}&submit=Sign%20in`)],
    on((request) => Object.keys(formOf(request)).length > 2, rejected),
  ],
  [
    'trailing-separator',
    'A "&" at the end is rejected.',
    [signIn(`${form}&`)],
    on((request) => bodyOf(request).endsWith('&'), rejected),
  ],
  [
    'leading-separator',
    'A "&" at the start is rejected.',
    [signIn(`&${form}`)],
    on((request) => bodyOf(request).startsWith('&'), rejected),
  ],
  [
    'charset',
    'A charset in the Content-Type gets 415.',
    [signIn(form, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' })],
    on(
      ({ headers }) => headers['content-type']?.includes('charset') ?? false,
      problem(415, 'Unsupported'),
    ),
  ],
  [
    'media-type-case',
    'The media type is compared with regard to case.',
    [signIn(form, { 'content-type': 'Application/X-WWW-Form-Urlencoded' })],
    on(({ headers }) => /[A-Z]/.test(headers['content-type'] ?? ''), problem(415, 'Unsupported')),
  ],
  [
    'headers-required',
    'The cross-origin headers are required.',
    [valid],
    on(({ headers }) => headers['access-control-allow-origin'] === undefined, rejected),
  ],
  [
    'headers-rejected',
    'A firewall rejects response headers in a request.',
    [signIn(form, { 'access-control-allow-origin': '*' })],
    on(
      ({ headers }) => headers['access-control-allow-origin'] !== undefined,
      html(403, 'Forbidden'),
    ),
  ],
  [
    'wildcard-only',
    'Access-Control-Allow-Origin other than "*" is rejected.',
    [signIn(form, { 'access-control-allow-origin': 'https://a.example' })],
    on(({ headers }) => (headers['access-control-allow-origin'] ?? '*') !== '*', rejected),
  ],
  [
    'max-age-86400',
    'Another Access-Control-Max-Age is rejected.',
    [signIn(form, { 'access-control-max-age': '600' })],
    on(({ headers }) => (headers['access-control-max-age'] ?? '86400') !== '86400', rejected),
  ],
  [
    'methods-list',
    'Access-Control-Allow-Methods with one method is rejected.',
    [signIn(form, { 'access-control-allow-methods': 'POST' })],
    on(({ headers }) => headers['access-control-allow-methods'] === 'POST', rejected),
  ],
  [
    'allow-headers',
    'Access-Control-Allow-Headers other than Content-Type is rejected.',
    [signIn(form, { 'access-control-allow-headers': '*' })],
    on(
      ({ headers }) =>
        (headers['access-control-allow-headers'] ?? 'Content-Type') !== 'Content-Type',
      rejected,
    ),
  ],
  [
    'password-min-8',
    'A short password gets 400 instead of 401.',
    [signIn('username=editor&password=a')],
    on(
      (request) => (formOf(request).password ?? '').length < 8 && Boolean(formOf(request).password),
      rejected,
    ),
  ],
  [
    'name-pattern',
    'A user name with "@" gets 400.',
    [signIn('username=a%40b&password=wrong')],
    on((request) => /[^\w]/.test(formOf(request).username ?? ''), rejected),
  ],
  [
    'password-blank',
    'A password of blanks counts as missing.',
    [signIn('username=editor&password=%20')],
    on((request) => /^\s+$/.test(formOf(request).password ?? ''), rejected),
  ],
  [
    'foreign-origin',
    "A CORS filter rejects the page's origin behind a proxy.",
    [signIn(form, { origin: 'https://www.example.com' })],
    on(
      ({ headers }) => headers.origin !== undefined,
      text(403, 'text/plain', 'Invalid CORS request'),
    ),
  ],
]);
