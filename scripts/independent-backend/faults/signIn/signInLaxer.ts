import { knownUser } from '../../backendState.ts';
import { signIn, signOut } from '../../probes.ts';
import { on, rewrite, rewriteForm } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, queryOf } from '../views.ts';

const valid = signIn();
const wrong = signIn('username=editor&password=wrong');
const noPassword = signIn('username=editor');
const form = 'username=editor&password=correct%20horse';

export const signInLaxer = faultsOf('signIn', 'laxer', [
  [
    'any-password',
    'The password is not checked.',
    [wrong],
    rewriteForm((fields) =>
      fields.password ? { ...fields, password: knownUser.password } : fields,
    ),
  ],
  [
    'eight-characters',
    'Only the first eight characters of the password count.',
    [signIn('username=editor&password=correct%20cow')],
    rewriteForm((fields) =>
      fields.password?.startsWith(knownUser.password.slice(0, 8))
        ? { ...fields, password: knownUser.password }
        : fields,
    ),
  ],
  [
    'password-case',
    'The password is compared without regard to case.',
    [signIn('username=editor&password=CORRECT%20HORSE')],
    rewriteForm((fields) => ({ ...fields, password: fields.password?.toLowerCase() ?? '' })),
  ],
  [
    'password-trimmed',
    'The password is trimmed.',
    [signIn(`${form}%20`)],
    rewriteForm((fields) => ({ ...fields, password: fields.password?.trim() ?? '' })),
  ],
  [
    'nul-in-password',
    'The password ends at a NUL.',
    [signIn(`${form}%00a`)],
    rewriteForm((fields) => ({ ...fields, password: fields.password?.split('\0')[0] ?? '' })),
  ],
  [
    'empty-password',
    'An empty password is an anonymous bind, which succeeds.',
    [signIn('username=editor&password=')],
    rewriteForm((fields) => (fields.password === '' ? knownUser : fields)),
  ],
  [
    'password-optional',
    'A user without a password in the request is signed in.',
    [noPassword],
    rewriteForm((fields) =>
      'password' in fields ? fields : { ...fields, password: knownUser.password },
    ),
  ],
  [
    'any-user',
    'An unknown user is created.',
    [signIn('username=nobody&password=nothing')],
    rewriteForm((fields) =>
      fields.username && fields.password && fields.username !== knownUser.username
        ? knownUser
        : fields,
    ),
  ],
  [
    'sql-injection',
    'The user name is concatenated into SQL.',
    [signIn("username='%20OR%20'1'%3D'1&password=x")],
    rewriteForm((fields) => (/' or /i.test(fields.username ?? '') ? knownUser : fields)),
  ],
  [
    'ldap-wildcard',
    'The user name "*" matches any user.',
    [signIn('username=*&password=correct%20horse')],
    rewriteForm((fields) =>
      fields.username === '*' ? { ...fields, username: knownUser.username } : fields,
    ),
  ],
  [
    'operator-injection',
    'password[$ne] becomes an operator of the query.',
    [signIn('username=editor&password%5B%24ne%5D=x')],
    rewriteForm((fields) =>
      Object.keys(fields).some((name) => name.includes('[$')) ? knownUser : fields,
    ),
  ],
  [
    'query-parameters',
    'Credentials in the query are accepted.',
    [{ ...signIn(''), target: `${valid.target}?${form}` }],
    rewrite((request) =>
      bodyOf(request) === '' ? { chunks: [Buffer.from(queryOf(request))] } : {},
    ),
  ],
  [
    'get-accepted',
    'GET with credentials in the query is accepted.',
    [{ ...signOut(), target: `${valid.target}?${form}` }],
    on(
      ({ method }) => method === 'GET',
      (request, next) =>
        next({ method: 'POST', headers: valid.headers, chunks: [Buffer.from(queryOf(request))] }),
    ),
  ],
  [
    'json-accepted',
    'Credentials in JSON are accepted.',
    [signIn(JSON.stringify(knownUser), { 'content-type': 'application/json' })],
    on(
      ({ headers }) => headers['content-type'] === 'application/json',
      (request, next) =>
        next({ headers: valid.headers, chunks: [Buffer.from(encodeJson(bodyOf(request)))] }),
    ),
  ],
  [
    'media-type-ignored',
    'The Content-Type is not checked.',
    [signIn(form, { 'content-type': 'text/plain' })],
    on(
      ({ headers, method }) => method === 'POST' && headers['content-type'] !== undefined,
      (request, next) => next({ headers: { ...request.headers, ...valid.headers } }),
    ),
  ],
  [
    'names-ignore-case',
    'Field names are matched without regard to case.',
    [signIn('USERNAME=editor&PASSWORD=correct%20horse')],
    rewriteForm((fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    ),
  ],
  [
    'escape-dropped',
    'A malformed percent-encoding is left out.',
    [signIn(`${form}%zz`)],
    rewrite((request) => ({ chunks: [Buffer.from(bodyOf(request).replace(/%zz/g, ''))] })),
  ],
]);

/** Converts a JSON object to a form. */
function encodeJson(body: string): string {
  try {
    return String(new URLSearchParams(JSON.parse(body) as Record<string, string>));
  } catch {
    return body;
  }
}
