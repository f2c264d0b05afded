import type { Contract, Operation } from '../../../mock-api/contract/contract.ts';
import type { CheckFailure } from '../evaluate/caseResult.ts';
import type { Plan } from '../phases/planCases.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { SendResult } from '../send/sendRequest.ts';
import { type CookieJar, createCookieJar } from './cookieJar.ts';
import { endsSession, protectedReads } from './sessionCases.ts';

interface SessionContext {
  plan: Plan;
  /** The sign-in with correct credentials. */
  signIn: TestCase;
  /** The sign-in and all operations that its links reach. */
  operations: readonly Operation[];
  /** The cookies of a session that has ended. */
  ended: CookieJar;
  run(testCase: TestCase, cookies?: string): Promise<SendResult | undefined>;
  addFailure(testCase: TestCase, failure: CheckFailure): void;
  onSecret(secret: string): void;
}

const invented = 'contract-check-invented-id';
const readsOfEndedSession = 3;
/** In addition to the first sessions; more follow the wrong credentials. */
const furtherSessions = 3;

/**
 * Signs in several times and tests that the sessions do not affect each other: each sign-in starts one of its
 * own, whatever cookie the client sends, and a sign-out ends exactly one. Stops when a sign-in is rejected.
 */
export async function compareSessions(context: SessionContext): Promise<void> {
  const { plan, signIn, operations, ended, run, onSecret } = context;
  const [protectedRead] = protectedReads(plan, operations, ended);
  if (!protectedRead) return;
  const { base, name, id: endedId } = protectedRead;
  const ids = new Set([endedId]);

  const first = await startSession('The cookie is that of an ended session.', ended.header());
  if (!first) return;
  for (let i = 1; i <= readsOfEndedSession; i += 1) {
    await expectRejected(`The session has ended, read ${i} of ${readsOfEndedSession}.`, ended);
  }
  await expectAccepted('The session began after another one ended.', first);

  const second = await startSession('The session id was invented.', `${name}=${invented}`);
  const adopted = createCookieJar();
  adopted.store([`${name}=${invented}`]);
  await expectRejected('The session id was invented before a sign-in that sent it.', adopted);
  if (!second) return;
  await expectAccepted('The sign-in sent an invented session id.', second);
  const isParallel = await stillAccepts(first);

  const active = second.header();
  const third = await startSession('The cookie is that of an active session.', active, true);
  if (!third) return;
  await expectAccepted('The sign-in sent the cookie of an active session.', third);
  await endSession(third);
  if (isParallel) {
    await expectAccepted('Another session of the same user has ended.', first);
  }
  for (let i = 1; i <= furtherSessions; i += 1) {
    const next = await startSession(`Sign-in ${i} of ${furtherSessions} in turn.`, undefined);
    if (!next) return;
    await expectAccepted(`The session of sign-in ${i} of ${furtherSessions} in turn.`, next);
  }

  /** Undefined if the response starts no session. */
  async function startSession(
    description: string,
    cookies: string | undefined,
    isSignedIn = false,
  ) {
    const testCase: TestCase = { ...signIn, description };
    const result = await run(testCase, cookies);
    if (result?.kind !== 'response' || result.status >= 300) return undefined;
    const jar = createCookieJar();
    jar.store(result.headers['set-cookie'] ?? []);
    const id = jar.get(name);
    if (id === undefined) {
      // A server may keep the session of a client that is signed in.
      if (!isSignedIn) context.addFailure(testCase, missingId(testCase));
      return undefined;
    }
    onSecret(id);
    // A server may keep the session of a client that is signed in.
    if (ids.has(id) && cookies !== jar.header()) {
      context.addFailure(testCase, reusedId(plan.contract, testCase, name));
    }
    ids.add(id);
    return jar;
  }

  function missingId({ pointer }: TestCase): CheckFailure {
    return {
      check: 'session_cookie_conformance',
      location: `cookie ${name}`,
      message: `The sign-in set no session id in "${name}".`,
      expected: 'a new session id',
      received: `no Set-Cookie for "${name}"`,
      pointer,
      line: plan.contract.lineOf(pointer),
    };
  }

  async function endSession(jar: CookieJar) {
    for (const ending of operations.filter((it) => endsSession(plan, it))) {
      const planned = plan.buildRequest(ending, (values) => values);
      if (!planned) continue;
      const description = 'The session is one of several.';
      await run({ ...planned.testCase, description }, jar.header());
      await expectRejected('The session ended while others remain.', jar);
      const again = 'The session has ended before.';
      await run({ ...planned.testCase, kind: 'unusual request', description: again }, jar.header());
      await expectRejected('The session was ended twice.', jar);
    }
  }

  async function expectAccepted(description: string, jar: CookieJar) {
    await run({ ...base, kind: 'valid data', description }, jar.header());
  }

  async function expectRejected(description: string, jar: CookieJar) {
    await run({ ...base, kind: 'invalid credentials', description }, jar.header());
  }

  /** Servers may allow a user one session at a time. */
  async function stillAccepts(jar: CookieJar): Promise<boolean> {
    const description = 'The same user has signed in again.';
    const result = await run({ ...base, kind: 'unusual request', description }, jar.header());
    return result?.kind === 'response' && result.status < 300;
  }
}

function reusedId(contract: Contract, { pointer }: TestCase, name: string): CheckFailure {
  return {
    check: 'session_cookie_conformance',
    location: `cookie ${name}`,
    message: `The sign-in set the session id of an earlier sign-in in "${name}".`,
    expected: 'a new session id',
    received: `Set-Cookie: ${name}=•••`,
    pointer,
    line: contract.lineOf(pointer),
  };
}
