import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '#contract';
import type { Report } from '#verifier';
import { startMock } from '../../mock-api/startMock.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { on } from './fixtures/reference-backend/changes.ts';
import {
  type BackendRequest,
  type CreateMiddleware,
  json,
  problem,
} from './fixtures/reference-backend/exchange.ts';
import { type BackendState, knownProfile, knownUser } from './fixtures/reference-backend/state.ts';
import { rejectsSignOut, variants } from './fixtures/reference-backend/variants.ts';
import {
  allWritesArguments,
  backendUrl,
  changedContract,
  editorCredentials,
  failureLines,
  failuresDueTo,
  runVerifier,
  verifyChanges,
  verifyReference,
} from './fixtures/runVerifier.ts';
import { isPythonInstalled, startPythonBackend } from './fixtures/startPythonBackend.ts';

for (const { only, ...group } of variants) {
  const changes = Object.entries(group.changes).map(([name, create]) => ({ name, create }));
  let pending: Promise<Report> | undefined;

  test.each(changes)(
    'a backend conforms that $name',
    async ({ name }) => {
      pending ??= verifyChanges(changes, '--only', only);
      expect(failuresDueTo(await pending, name)).toEqual([]);
    },
    longTestTimeoutMs,
  );
}

/** Starts a mock until the test ends, and resolves to its origin. */
async function startMockBackend(): Promise<string> {
  const { url, close } = await startMock({ port: 0 });
  onTestFinished(close);
  return url;
}

test.for([
  { name: "of Python's http.server", start: startPythonBackend, isInstalled: isPythonInstalled },
  { name: 'that is the mock', start: startMockBackend, isInstalled: true },
])(
  'a backend $name conforms to openapi.yaml, in less than 500 requests',
  { timeout: longTestTimeoutMs },
  async ({ start, isInstalled }, { skip }) => {
    skip(!isInstalled);
    const contract = await loadContract('openapi.yaml');
    const report = await runVerifier(
      contract,
      await start(),
      allWritesArguments,
      editorCredentials,
    );
    expect(failureLines(report)).toEqual([]);
    expect(report.untested).toEqual([]);
    expect(report.run.sentCount).toBeLessThan(500);
  },
);

const key = ['--header', 'X-Key: sesame'];
const userSecurity = /security: \[{ session: \[\] }\]/;
const signOutSecurity = /(?<=signOut\n.*\n *)security: \[\]/;
const isRead = ({ id, method }: BackendRequest) => id === 'currentUser' && /GET|HEAD/.test(method);
const needsKey = on(
  (request) => isRead(request) && request.header('x-key') !== 'sesame',
  problem(401),
);
const reads = (matches: (request: BackendRequest) => boolean) =>
  on((request) => isRead(request) && matches(request), json(200, knownProfile));

interface SecurityRow {
  fact: string;
  part?: RegExp;
  by: string;
  create?: CreateMiddleware | undefined;
  args?: string[];
  failed?: string[];
  reasons?: string[];
}

test.each<SecurityRow>([
  {
    fact: 'a sign-out that requires the session conforms',
    part: signOutSecurity,
    by: 'security: [{ session: [] }]',
    create: rejectsSignOut(),
  },
  {
    fact: 'a sign-out that requires the session conforms, even if the contract does not say that it ends',
    part: /(operationId: signOut.*?)security: \[\](.*?)links:\s+endedSession: [^\n]*/s,
    by: '$1security: [{ session: [] }]$2',
    create: rejectsSignOut(),
  },
  {
    fact: 'a link to a sign-out that precedes a link to the user is followed last',
    part: /(currentUser: \{.*?\})(\s+)(signOut: \{.*?\})(.*?operationId: signOut.*?security: )\[\](.*?)links:\s+endedSession: [^\n]*/s,
    by: '$3$2$1$4[{ session: [] }, {}]$5',
  },
  {
    fact: 'a second link to the sign-out is not followed',
    part: /signOut: { operationId: signOut }/,
    by: '$&\n            again: { operationId: signOut }',
    create: rejectsSignOut(),
  },
  {
    fact: 'a link to what needs a session is followed in one',
    part: /(?<=description: The brief\.\n)/,
    by: '          links: { user: { operationId: getCurrentUser } }\n',
    args: ['--only', 'getBrief'],
  },
  {
    fact: 'a server that needs a session and a key conforms',
    by: 'security: [{ session: [], key: [] }]',
    create: needsKey,
    args: key,
  },
  {
    fact: 'without the key that is needed beside a session, nothing fails',
    by: 'security: [{ session: [], key: [] }]',
    create: needsKey,
    reasons: ['it needs credentials for key'],
  },
  {
    fact: 'a server that accepts any session beside a key fails',
    by: 'security: [{ session: [], key: [] }]',
    create: reads(
      ({ header, sessionId }) => header('x-key') === 'sesame' && sessionId !== undefined,
    ),
    args: key,
    failed: [
      'getCurrentUser ignored_auth: The server returned 200 for a session id that no accepted sign-in has set.',
      'getCurrentUser ignored_auth: The server returned 200 for a session id that is no longer valid.',
    ],
  },
  {
    fact: 'a server that needs a key or a session conforms',
    by: 'security: [{ key: [] }, { session: [] }]',
  },
  {
    fact: 'a server that reads the user without the session conforms if it is optional',
    by: 'security: [{ session: [] }, {}]',
    create: reads(() => true),
  },
])('$fact', async (row) => {
  const { part = userSecurity, by, create = [], args = [], failed = [], reasons = [] } = row;
  const contract = await changedContract(part, by);
  const url = await backendUrl(create);
  const only = part === userSecurity ? 'getCurrentUser' : 'signOut';
  const all = [...allWritesArguments, '--only', only, ...args];
  const report = await runVerifier(contract, url, all, editorCredentials);
  const { skipped } = report.run;
  expect(failureLines(report)).toEqual(failed);
  expect([...new Set(skipped.map(({ reason }) => reason))]).toEqual(reasons);
});

test.each([
  { limit: 1, only: 'getCurrentUser', isAskedFor: false },
  { limit: 3, only: 'signIn', isAskedFor: true },
])(
  'a server that allows $limit sessions conforms, and the user can sign in after the run',
  async ({ limit, only, isAskedFor }) => {
    let sessions: BackendState['sessions'] = new Map();
    const rejects: CreateMiddleware = (state) => {
      sessions = state.sessions;
      return on(
        ({ id, field }) =>
          id === 'tools.jsp' && sessions.size >= limit && field('password') === knownUser.password,
        problem(401, 'You have signed in elsewhere.'),
      )(state);
    };
    const report = await verifyReference(rejects, '--only', only);
    expect(failureLines(report)).toEqual([]);
    expect(report.untested).toEqual([
      {
        name: 'several sessions of a user',
        reason: 'the server starts no session while another one lives',
        isAskedFor,
      },
    ]);
    expect(sessions.size).toBeLessThan(limit);
  },
);
