import { empty, html, problem, text } from '../../exchange.ts';
import { signOut } from '../../probes.ts';
import { on } from '../changes.ts';
import { faultsOf } from '../fault.ts';

const plain = signOut();

export const signOutStricter = faultsOf('signOut', 'stricter', [
  [
    'headers-required',
    'The cross-origin headers are required.',
    [plain],
    on(
      ({ headers }) => headers['access-control-allow-origin'] === undefined,
      html(403, 'Forbidden'),
    ),
  ],
  [
    'headers-rejected',
    'A firewall rejects response headers in a request.',
    [signOut({ 'access-control-max-age': '86400' })],
    on(({ headers }) => headers['access-control-max-age'] !== undefined, html(403, 'Forbidden')),
  ],
  [
    'allow-origin-url',
    'Access-Control-Allow-Origin must be "*".',
    [signOut({ 'access-control-allow-origin': 'https://a.example' })],
    on(
      ({ headers }) => (headers['access-control-allow-origin'] ?? '*') !== '*',
      problem(400, 'Invalid header'),
    ),
  ],
  [
    'methods-without-get',
    'Access-Control-Allow-Methods must contain GET.',
    [signOut({ 'access-control-allow-methods': 'POST' })],
    on(
      ({ headers }) => !(headers['access-control-allow-methods'] ?? 'GET').includes('GET'),
      empty(405, { Allow: 'GET' }),
    ),
  ],
  [
    'content-type-rejected',
    'A GET with a Content-Type, as the page sends it, gets 415.',
    [signOut({ 'content-type': 'application/x-www-form-urlencoded' })],
    on(({ headers }) => headers['content-type'] !== undefined, problem(415, 'Unsupported')),
  ],
  [
    'accept-html-only',
    'A client that accepts anything gets 406.',
    [signOut({ accept: '*/*' })],
    on(({ headers }) => headers.accept === '*/*', empty(406)),
  ],
  [
    'foreign-origin',
    "A CORS filter rejects the page's origin behind a proxy.",
    [signOut({ origin: 'https://www.example.com' })],
    on(
      ({ headers }) => headers.origin !== undefined,
      text(403, 'text/plain', 'Invalid CORS request'),
    ),
  ],
]);
