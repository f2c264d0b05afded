import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { body, edit, field, header, on, when } from '../../../scripts/reference-backend/changes.ts';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  crashPage,
  empty,
  html,
  json,
  problem,
  rejected,
  withHeaders,
} from '../../../scripts/reference-backend/exchange.ts';
import { knownBrief, knownProfile } from '../../../scripts/reference-backend/state.ts';
import { failedChecks, verifyReference } from '../../support/verify/runVerifier.ts';

type Text = (text: string) => string;

const accepted = empty(204);
const found = json(200, knownBrief);
const text = (pattern: RegExp, response: BackendResponse) => field('text', pattern, response);
const id = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.id, pattern, response);

const isLong = (it: string) => [...it].length > 500;
/** Accepts a text that is too long if the changed one is not. */
const shortens = (change: Text) =>
  on(
    (request) => isLong(request.field('text')) && !isLong(change(request.field('text'))),
    accepted,
  );
/** Rejects a text if the changed one is too long. */
const lengthens = (change: Text) =>
  on((request) => isLong(change(request.field('text'))), rejected);

const number = (matches: (value: number) => boolean, response: BackendResponse) =>
  on(
    ({ fields }) => typeof fields.subscriberId === 'number' && matches(fields.subscriberId),
    response,
  );
/** Finds the brief for other ids. */
const finds = (matches: (id: string) => boolean) =>
  on(({ id, method }) => method === 'GET' && id !== 'daily-harvest' && matches(id), found);

/** Counts requests, and changes the response to one of them. */
const changesOne = (
  number: number,
  isCounted: (request: BackendRequest) => boolean,
  response: BackendResponse,
): CreateMiddleware => {
  let count = 0;
  return on((request) => isCounted(request) && ++count === number, response);
};

const isSignIn = ({ id }: BackendRequest) => id === 'tools.jsp';
const isCurrentUser = ({ id }: BackendRequest) => id === 'currentUser';
/** Takes a request for the current user for one in a session. */
const reads = (matches: (cookie: string, request: BackendRequest) => boolean) =>
  on(
    (request) => isCurrentUser(request) && matches(request.header('cookie'), request),
    json(200, knownProfile),
  );
/** Takes a password for the correct one. */
const accepts = (matches: (password: string) => boolean) =>
  on((request) => isSignIn(request) && matches(request.field('password')), html(200, 'Signed in'));

/** Faults by the check that reports them and words of the case that finds them. */
type FaultTable = Readonly<Record<string, Readonly<Record<string, CreateMiddleware>>>>;

test.each<[operation: string, phase: string, table: FaultTable]>([
  [
    'submitFeedback',
    'values',
    {
      negative_data_rejection: {
        '501 characters, the last of them a blank': shortens((it) => it.trim()),
        '501 characters, fewer after normalization (NFC)': shortens((it) => it.normalize('NFC')),
        '501 characters, fewer if an emoji sequence': shortens((it) =>
          'a'.repeat([...new Intl.Segmenter().segment(it)].length),
        ),
      },
      not_a_server_error: {
        '"text" contains a single quote.': text(/it's/, crashPage),
        '"text" contains a NUL.': text(/\0/, crashPage),
        '"recaptchaResponse" has 5000 characters.': field(
          'recaptchaResponse',
          /.{4001}/,
          crashPage,
        ),
        'one more than 64 bits can hold': number((value) => value === 2 ** 63, crashPage),
      },
      positive_data_acceptance: {
        '"text" contains a right-to-left override (U+202E).': text(/\u202e/, rejected),
        '"text" ends with blanks.': text(/end \t $/, rejected),
        '"text" is the text "0".': text(/^0$/, rejected),
        '"subjectLine" contains a line feed.': field('subjectLine', /\n/, rejected),
        '500 characters that HTML escapes': lengthens((it) => it.replaceAll('<', '&lt;')),
        '500 characters that normalization (NFC)': lengthens((it) => it.normalize('NFC')),
        'is negative.': number((value) => value < 0, rejected),
      },
    },
  ],
  [
    'getBrief',
    'values',
    {
      not_a_server_error: { 'is "__proto__"': id(/^__proto__$/, crashPage) },
      positive_data_acceptance: {
        'is "99999999999999999999"': id(/^\d{20}$/, rejected),
        'contains "+"': id(/\+/, rejected),
      },
      negative_data_rejection: {
        'ends with a blank': finds((it) => it.endsWith(' ')),
        'is percent-encoded twice': finds((it) => it.includes('%64')),
        'a matrix parameter': finds((it) => it.includes(';')),
      },
      unknown_resource_rejection: {
        'was invented': finds((it) => it.includes('no-such')),
        'lacks the last character': finds((it) => it === 'daily-harves'),
        'with the suffix of a format': finds((it) => it === 'daily-harvest.json'),
      },
    },
  ],
  [
    'submitFeedback',
    'protocol',
    {
      not_a_server_error: {
        'is nested 10000 levels deep': body(/\[{9000}/, crashPage),
        'is not valid UTF-8': body(/\ufffd/, crashPage),
        'has a lone surrogate in its last text': body(/\\ud8/, crashPage),
        'is 256 KiB, most of them blanks': on((request) => request.body.length > 1e5, crashPage),
        'is empty, with a Content-Type': body(/^$/, crashPage),
      },
      negative_data_rejection: {
        'is followed by other text': body(/\} x$/, accepted),
        'has property names in upper case': body(/BRIEFID/, accepted),
        'has a line break in a string': body(/[^"{}\s,:]\n/, accepted),
        'lacks the last brace': body(/^\{"[^}]*$/, accepted),
      },
      positive_data_acceptance: {
        'has every character of its strings escaped': body(/\\u0061/, rejected),
        'is APPLICATION/JSON': header('content-type', /JSON/, problem(415)),
        'has cookies of other applications': header('cookie', /pref=/, rejected),
      },
      unsupported_media_type: {
        'is text/plain': header('content-type', /^text/, accepted),
        'is application/json-contract-check+json': header('content-type', /json-/, accepted),
      },
    },
  ],
  [
    'signIn',
    'protocol',
    {
      negative_data_rejection: { 'The form is JSON': body(/\{"/, html(200, '')) },
      not_a_server_error: { 'has a malformed percent-encoding': body(/%zz/, crashPage) },
      positive_data_acceptance: { 'has an unknown field and empty pairs': body(/&&/, rejected) },
    },
  ],
  [
    'getBrief',
    'protocol',
    {
      content_type_conformance: { 'a browser’s Accept': header('accept', /html/, html(200, '')) },
      status_code_conformance: {
        'If-None-Match has another entity tag': header('if-none-match', /./, empty(304)),
        'has forwarding headers': header('x-forwarded-proto', /^https$/, empty(308)),
        'has parameters that frameworks act on': when(
          (request) => request.query,
          /_method=DELETE/,
          problem(405),
        ),
      },
      not_a_server_error: {
        'an undeclared parameter that cannot be decoded': when(
          (request) => request.query,
          /contractCheck=%00/,
          crashPage,
        ),
      },
      positive_data_acceptance: {
        'has an Authorization header': header('authorization', /Basic/, problem(401)),
        'has no Accept and no User-Agent': header('user-agent', /^$/, rejected),
      },
    },
  ],
  [
    'getBrief',
    'repetition',
    {
      not_a_server_error: {
        'number 7 of 10 sent in turn': changesOne(8, () => true, crashPage),
      },
      response_consistency: {
        'number 9 of 10 sent in turn': changesOne(
          9,
          () => true,
          json(200, { name: 'a', fullName: 'A' }),
        ),
        'requests at the same time. The base request': changesOne(
          2,
          ({ id, headers }) => id === 'daily-harvest' && headers.connection === 'close',
          rejected,
        ),
      },
      negative_data_rejection: {
        'requests at the same time. The path parameter': finds(() => true),
      },
    },
  ],
  [
    'signIn,signOut,getCurrentUser',
    'stateful,repetition',
    {
      ignored_auth: {
        'The session id in "JSESSIONID" lacks the last character': reads((cookie) =>
          /^JSESSIONID=S\w{31}$/.test(cookie),
        ),
        'before a sign-in that sent it': reads((cookie) => cookie.includes('invented')),
        'on the same connection': reads(
          (cookie, { headers }) => cookie === '' && headers.connection === 'keep-alive',
        ),
        'has one more character': accepts((it) => /^correct horse[^\0]/.test(it)),
        'The user name and the password were invented': accepts((it) => it.includes('no-such')),
      },
    },
  ],
  [
    'signIn,signOut,getCurrentUser',
    'stateful,repetition',
    {
      session_cookie_conformance: {
        'of an ended session': on(
          (request) => isSignIn(request) && request.header('cookie').includes('JSESSIONID'),
          html(200, 'Signed in'),
        ),
      },
      positive_data_acceptance: {
        'of 10 sent in turn': changesOne(
          7,
          (request) => isCurrentUser(request) && /=S/.test(request.header('cookie')),
          problem(401),
        ),
      },
    },
  ],
])('a server with faults in %s is reported for each in %s', async (operation, phases, table) => {
  const rows = Object.entries(table).flatMap(([check, faults]) =>
    Object.entries(faults).map(([words, create]) => ({ check, words, create })),
  );
  const args = ['--only', operation, '--phases', phases];
  const { results } = await verifyReference(withFaults(rows.map((row) => row.create)), ...args);
  const failed = results.flatMap(({ testCase, failures }) =>
    failures.map(({ check }) => `${check}: ${testCase.description}`),
  );
  const missed = rows.filter(
    ({ check, words }) => !failed.some((it) => it.startsWith(check) && it.includes(words)),
  );
  expect(
    missed.map(({ check, words }) => `${check}: ${words}`),
    failed.join('\n'),
  ).toEqual([]);
});

/** The first of the faults that changes a response does. Session ids begin with S. */
function withFaults(faults: readonly CreateMiddleware[]): CreateMiddleware {
  return (state) => {
    state.createSessionId = () => `S${randomBytes(16).toString('hex')}`;
    const all = faults.map((create) => create(state));
    return (request, next) => {
      const handle = async (i: number, changes = {}): Promise<BackendResponse> => {
        const middleware = all[i];
        const changed = request.with(changes);
        return middleware
          ? middleware(changed, (more) => handle(i + 1, { ...changes, ...more }))
          : next(changes);
      };
      return handle(0);
    };
  };
}

/** Replaces the attributes of the session cookie. */
const cookieAttributes = (attributes: string) =>
  edit(200, (response) => {
    const cookie = String(response.headers['Set-Cookie'] ?? '');
    if (cookie === '') return {};
    return withHeaders(response, { 'Set-Cookie': cookie.replace(/;.*/, `; ${attributes}`) });
  });

test.each([
  ['HttpOnly', ['signIn session_cookie_conformance']],
  [
    'Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly',
    ['signIn session_cookie_conformance'],
  ],
  ['Path=/; Domain=127.0.0.1; Secure; HttpOnly; SameSite=None', []],
  ['Path=/rest/; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=3600', []],
])('a session cookie with "%s" fails %j', async (attributes, expected) => {
  const report = await verifyReference(cookieAttributes(attributes), '--phases', 'stateful');
  expect(failedChecks(report)).toEqual(expected);
});

test.each([
  ['82 letters behind the tag', /\[contract-check\] a{82}/, false],
  ['83 letters behind the tag', /\[contract-check\] a{83}/, true],
  ['an e-mail address', /a\+b@[\w.]+/, true],
])('an error that repeats %s of the body', async (_, pattern, isReported) => {
  const repeat = edit([204, 400], (__, { text: sent }) => problem(400, pattern.exec(sent)?.[0]));
  const report = await verifyReference(repeat, '--only', 'submitFeedback', '--phases', 'values');
  const expected = 'submitFeedback internal_details_disclosure';
  expect(failedChecks(report).includes(expected)).toBe(isReported);
});
