import { empty, html, json, problem, problemJson, text } from '../../exchange.ts';
import { currentUser, session, signIn } from '../../probes.ts';
import { edit, editHeaders, editJson } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { sessionIdOf } from '../views.ts';

type Profile = { roles: string[]; fullName: string; emailAddress: string; userId: string };
const anonymous = currentUser();
const signedIn = [signIn(), currentUser(session)];
const unknown = currentUser({ cookie: 'JSESSIONID=UNKNOWN' });

export const getCurrentUserResponse = faultsOf('getCurrentUser', 'response', [
  [
    'roles-missing',
    'roles is left out.',
    signedIn,
    editJson(({ roles: _roles, ...rest }: Profile) => rest),
  ],
  [
    'roles-null',
    'roles is null.',
    signedIn,
    editJson((user: Profile) => ({ ...user, roles: null })),
  ],
  [
    'roles-string',
    'roles is a string with commas.',
    signedIn,
    editJson((user: Profile) => ({ ...user, roles: user.roles.join(',') })),
  ],
  [
    'roles-objects',
    'Each role is an object with "authority".',
    signedIn,
    editJson((user: Profile) => ({
      ...user,
      roles: user.roles.map((authority) => ({ authority })),
    })),
  ],
  [
    'roles-prefixed',
    'Each role starts with ROLE_.',
    signedIn,
    editJson((user: Profile) => ({ ...user, roles: user.roles.map((role) => `ROLE_${role}`) })),
  ],
  [
    'roles-upper-case',
    'All roles are in upper case.',
    signedIn,
    editJson((user: Profile) => ({
      ...user,
      roles: user.roles.map((role) => role.toUpperCase()),
    })),
  ],
  [
    'roles-repeated',
    'A join returns each role twice.',
    signedIn,
    editJson((user: Profile) => ({ ...user, roles: [...user.roles, ...user.roles] })),
  ],
  [
    'roles-map',
    'roles is an object with a number for each role.',
    signedIn,
    editJson((user: Profile) => ({ ...user, roles: { ...user.roles } })),
  ],
  [
    'role-unknown',
    'A role that the contract does not know.',
    signedIn,
    editJson((user: Profile) => ({ ...user, roles: [...user.roles, 'SUPERUSER'] })),
  ],
  [
    'user-id-number',
    'userId is a number.',
    signedIn,
    editJson((user: Profile) => ({ ...user, userId: 17 })),
  ],
  [
    'user-id-empty',
    'userId is empty.',
    signedIn,
    editJson((user: Profile) => ({ ...user, userId: '' })),
  ],
  [
    'full-name-null',
    'fullName is null.',
    signedIn,
    editJson((user: Profile) => ({ ...user, fullName: null })),
  ],
  [
    'full-name-missing',
    'fullName is missing.',
    signedIn,
    editJson(({ fullName: _fullName, ...rest }: Profile) => rest),
  ],
  [
    'email-with-name',
    'emailAddress includes the name.',
    signedIn,
    editJson((user: Profile) => ({
      ...user,
      emailAddress: `${user.fullName} <${user.emailAddress}>`,
    })),
  ],
  [
    'email-without-domain',
    'emailAddress has no domain.',
    signedIn,
    editJson((user: Profile) => ({ ...user, emailAddress: 'edith.torr' })),
  ],
  [
    'email-empty',
    'emailAddress is empty.',
    signedIn,
    editJson((user: Profile) => ({ ...user, emailAddress: '' })),
  ],
  [
    'email-property',
    'The property is called "email".',
    signedIn,
    editJson(({ emailAddress: email, ...rest }: Profile) => ({ ...rest, email })),
  ],
  ['envelope', 'The user is wrapped in "user".', signedIn, editJson((user: Profile) => ({ user }))],
  [
    'text-type',
    'The media type is text/plain.',
    signedIn,
    editHeaders(200, { 'Content-Type': 'text/plain' }),
  ],
  [
    'no-content-type',
    'There is no Content-Type.',
    signedIn,
    editHeaders(200, { 'Content-Type': undefined }),
  ],
  [
    'hal',
    'The media type is application/hal+json.',
    signedIn,
    editHeaders(200, { 'Content-Type': 'application/hal+json' }),
  ],
  [
    'anonymous-null',
    'Without a session the user is null.',
    [anonymous],
    edit(401, () => json(200, null)),
  ],
  [
    'anonymous-empty',
    'Without a session the response is empty.',
    [anonymous],
    edit(401, () => empty(204)),
  ],
  [
    'anonymous-user',
    'Without a session there is an anonymous user.',
    [anonymous],
    edit(401, () =>
      json(200, {
        userId: 'anonymousUser',
        roles: [],
        fullName: '',
        emailAddress: 'none@example.com',
      }),
    ),
  ],
  [
    'anonymous-forbidden',
    'Without a session the status is 403.',
    [anonymous],
    edit(401, () => problem(403, 'Forbidden')),
  ],
  [
    'anonymous-not-found',
    'Without a session the status is 404.',
    [anonymous],
    edit(401, () => problem(404, 'No user')),
  ],
  [
    'anonymous-redirect',
    'Without a session the response redirects to the sign-in page.',
    [anonymous],
    edit(401, () => empty(302, { Location: '/login' })),
  ],
  [
    'anonymous-login-page',
    'Without a session the sign-in page comes with status 200.',
    [anonymous],
    edit(401, () => html(200, 'Please sign in')),
  ],
  ['401-without-body', 'The 401 has no body.', [anonymous], edit(401, () => empty(401))],
  [
    '401-text',
    'The 401 is plain text.',
    [anonymous],
    edit(401, () => text(401, 'text/plain', 'Unauthorized')),
  ],
  [
    '401-reason',
    'The 401 has "reason" instead of "title".',
    [anonymous],
    edit(401, () => problemJson(401, { reason: 'no session' })),
  ],
  [
    '401-page-as-json',
    'The 401 is a page that is labelled as JSON.',
    [anonymous],
    edit(401, () => text(401, 'application/json', '<!doctype html>')),
  ],
  [
    '419',
    'The status for an ended session is 419.',
    [unknown],
    edit(
      401,
      () => problem(419, 'Page expired'),
      (r) => sessionIdOf(r) !== undefined,
    ),
  ],
]);
