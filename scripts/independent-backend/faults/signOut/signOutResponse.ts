import { empty, json, problem, text } from '../../exchange.ts';
import { signOut } from '../../probes.ts';
import { edit, editHeaders, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { sessionIdOf } from '../views.ts';

const plain = signOut();
const loginPage = empty(302, { Location: '/login.jsp' });

export const signOutResponse = faultsOf('signOut', 'response', [
  ['redirect', 'Signing out redirects to the sign-in page.', [plain], edit(200, () => loginPage)],
  [
    'no-content-type',
    'The page has no Content-Type.',
    [plain],
    editHeaders(200, { 'Content-Type': undefined }),
  ],
  ['no-content', 'Signing out has status 204.', [plain], edit(200, () => empty(204))],
  [
    'json',
    'Signing out responds with JSON.',
    [plain],
    edit(200, () => json(200, { signedOut: true })),
  ],
  [
    'text',
    'Signing out responds with plain text.',
    [plain],
    edit(200, () => text(200, 'text/plain', 'Signed out')),
  ],
  [
    'xhtml',
    'The page has an XHTML media type.',
    [plain],
    editHeaders(200, { 'Content-Type': 'application/xhtml+xml' }),
  ],
  [
    'malformed-type',
    'The media type has no subtype.',
    [plain],
    editHeaders(200, { 'Content-Type': 'html' }),
  ],
  [
    'not-found-without-session',
    'Signing out without a session gets 404.',
    [plain],
    on((r) => sessionIdOf(r) === undefined, problem(404, 'No session')),
  ],
  [
    'bad-request-without-session',
    'Signing out without a session gets 400.',
    [plain],
    on((r) => sessionIdOf(r) === undefined, problem(400, 'No session')),
  ],
]);
