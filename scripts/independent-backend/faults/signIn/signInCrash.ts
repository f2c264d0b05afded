import { signIn, signOut } from '../../probes.ts';
import { crashPage, edit, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, formOf } from '../views.ts';

const valid = signIn();
const noPassword = signIn('username=editor');
const form = 'username=editor&password=correct%20horse';
const large = signIn(`username=editor&password=${'a'.repeat(100_000)}`);

export const signInCrash = faultsOf('signIn', 'crash', [
  [
    'missing-password',
    'A missing password throws.',
    [noPassword],
    on((request) => 'username' in formOf(request) && !('password' in formOf(request)), crashPage),
  ],
  [
    'missing-username',
    'A missing user name throws.',
    [signIn('password=a')],
    on((request) => 'password' in formOf(request) && !('username' in formOf(request)), crashPage),
  ],
  [
    'empty-body',
    'A missing body throws.',
    [signIn('')],
    on((request) => bodyOf(request) === '', crashPage),
  ],
  [
    'malformed-encoding',
    'A malformed percent-encoding throws.',
    [signIn('username=%zz&password=a')],
    on((request) => /%(?![\da-f]{2})/i.test(bodyOf(request)), crashPage),
  ],
  [
    'bytes-not-utf-8',
    'Bytes that are not UTF-8 throw.',
    [signIn('username=%ff&password=a')],
    on((request) => /%ff/i.test(bodyOf(request)), crashPage),
  ],
  [
    'password-72-bytes',
    'bcrypt throws for more than 72 bytes.',
    [signIn(`username=editor&password=${'a'.repeat(73)}`)],
    on((request) => Buffer.byteLength(formOf(request).password ?? '') > 72, crashPage),
  ],
  [
    'username-256',
    'The column of the user name has 255 characters.',
    [signIn(`username=${'a'.repeat(256)}&password=a`)],
    on((request) => (formOf(request).username?.length ?? 0) > 255, crashPage),
  ],
  [
    'username-apostrophe',
    'SQL is concatenated: an apostrophe is a syntax error.',
    [signIn("username=o'neil&password=a")],
    on((request) => formOf(request).username?.includes("'") ?? false, crashPage),
  ],
  [
    'username-non-latin',
    'The user name is written to a header.',
    [signIn('username=%D0%B6&password=a')],
    on((request) => /[^\u0020-\u00ff]/.test(formOf(request).username ?? ' '), crashPage),
  ],
  [
    'username-ldap-syntax',
    'Parentheses break the LDAP filter.',
    [signIn('username=a)(b&password=a')],
    on((request) => /[()*\\]/.test(formOf(request).username ?? ''), crashPage),
  ],
  [
    'password-emoji',
    'An emoji in the password throws.',
    [signIn('username=editor&password=%F0%9F%A5%90')],
    on((request) => /[\ud800-\udfff]/.test(formOf(request).password ?? ''), crashPage),
  ],
  [
    'password-nul',
    'NUL in the password throws.',
    [signIn('username=editor&password=a%00')],
    on((request) => formOf(request).password?.includes('\0') ?? false, crashPage),
  ],
  [
    'password-percent',
    'The password is decoded twice: a percent sign throws.',
    [signIn('username=editor&password=100%25')],
    on((request) => /%(?![\da-f]{2})/i.test(formOf(request).password ?? ''), crashPage),
  ],
  [
    'array-field',
    'username[] is an array without the method "trim".',
    [signIn('username[]=a&password=a')],
    on((request) => /username(\[|%5B)/.test(bodyOf(request)), crashPage),
  ],
  [
    'repeated-field',
    'A field that occurs twice is an array without the method "trim".',
    [signIn('username=a&username=b&password=a')],
    on((request) => (bodyOf(request).match(/username=/g)?.length ?? 0) > 1, crashPage),
  ],
  [
    'name-without-value',
    'A field without "=" throws.',
    [signIn('username&password=a')],
    on((request) => /(^|&)[^=&]+(&|$)/.test(bodyOf(request)), crashPage),
  ],
  [
    'max-age-not-a-number',
    'Access-Control-Max-Age is parsed as a number.',
    [signIn(form, { 'access-control-max-age': 'x' })],
    on(({ headers }) => Number.isNaN(Number(headers['access-control-max-age'] ?? 0)), crashPage),
  ],
  [
    'media-type-missing',
    'A missing Content-Type throws.',
    [{ ...valid, headers: {} }],
    on(({ headers }) => headers['content-type'] === undefined, crashPage),
  ],
  ['large-body', 'A large body throws.', [large], edit(413, () => crashPage)],
  [
    'get-crashes',
    'GET throws.',
    [{ ...signOut(), target: valid.target }],
    on(({ method }) => method === 'GET', crashPage),
  ],
  [
    'chunked-body',
    'A body without Content-Length is taken for an empty one and throws.',
    [{ ...valid, body: [form] }],
    on(({ headers }) => headers['transfer-encoding'] !== undefined, crashPage),
  ],
]);
