import { findLinks, hasCredentials, type Operation } from '../../../mock-api/contract/index.ts';
import type { Runner } from '../evaluate/createRunner.ts';
import type { Plan } from '../phases/planCases.ts';
import {
  isSelected,
  needsAllowWrites,
  reasonToSkip,
  type SelectOptions,
} from '../phases/selectCases.ts';
import { toRequestMessage } from '../plan/classifyRequest.ts';
import { mergeHeaders, type SentHeaders } from '../plan/mergeHeaders.ts';
import { isWriteOperation, type SkippedCase, type TestCase } from '../plan/testCase.ts';
import { createClientSession } from '../send/clientSession.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import { compareSessions } from './compareSessions.ts';
import { findCredentialFields } from './credentialFields.ts';
import { findReachable } from './linkedOperations.ts';
import { linkRequest, startingRequest } from './linkRequest.ts';
import type { LinkSource } from './resolveExpression.ts';
import { endsSession, publicCases, rejectedSessionCases, sessionCases } from './sessionCases.ts';
import {
  formSignIns,
  forwardedSignIn,
  inventedCredentials,
  signInsAtOnce,
  similarUsers,
} from './wrongCredentials.ts';

export interface StatefulOptions extends SelectOptions {
  /** The ids of the operations to test; empty for all. */
  only: readonly string[];
  url: URL;
  /** Sent with every request. */
  headers: SentHeaders;
  credentials?: { user: string; password: string };
  /** The URL of the host in front of the backend; undefined if it is not known. */
  publicUrl?: URL | undefined;
  /** Whether to send wrong passwords of the user, at most two. */
  triesWrongPasswords: boolean;
}

interface LinkContext extends Pick<Runner, 'run' | 'runAll' | 'skip' | 'isBlocked'> {
  plan: Plan;
  options: StatefulOptions;
}

/** Ends circular links. */
const maxDepth = 4;

/** The cases that still wait for a session, and why this one did not serve them. */
interface Unserved {
  waiting: readonly TestCase[];
  reason?: Pick<SkippedCase, 'reason' | 'option' | 'blockedBy'>;
}

/** The stateful phase: sends an operation's request and follows the links of its response in one session. */
export async function followLinks(
  start: Operation,
  waiting: readonly TestCase[],
  context: LinkContext,
): Promise<Unserved> {
  const { plan, options, run, skip } = context;
  const { contract } = plan;
  const session = createClientSession();
  const operations = findReachable(contract, start);
  const fields = findCredentialFields(contract, start);
  if (fields && options.allowWrites) {
    await tryWrong(inventedCredentials(plan, start, fields));
  }
  const first = startingRequest(plan, start, fields, options.credentials);
  const reason = reasonToSkipAll();
  if (!first || reason !== undefined) {
    skip({
      operation: start.id,
      description: `The links that begin at ${start.id}.`,
      reason: 'the contract has no valid example and no valid request could be generated',
      ...reason,
    });
    return reason ? { waiting, reason } : { waiting };
  }

  const response = await runInSession(first.testCase);
  if (!response) {
    const cause = fields ? 'the sign-in fails' : `${start.id} fails`;
    return { waiting, reason: { reason: cause, blockedBy: start.id } };
  }
  const testCase = { ...first.testCase, isGate: false };
  const headers = session.headers();
  const credentials = headers && mergeHeaders(options.headers, headers);
  const message =
    credentials && toRequestMessage({ method: 'GET', target: '', headers: credentials });
  const isServed = ({ operation }: TestCase) => message && hasCredentials(operation, message);
  if (message) {
    await runServed(testCase, waiting.filter(isServed));
    const others = contract.operations.filter(
      (it) => !operations.includes(it) && isSelected(it, options.only),
    );
    const cases = [
      ...sessionCases(plan, operations, session),
      ...publicCases(plan, others, session),
    ];
    await context.runAll(cases.filter(isSent));
  }
  await follow(start, { ...first, request: first.testCase.request, response }, 0);
  if (fields && options.credentials) {
    const runSent: typeof run = async (it, headers) => (isSent(it) ? run(it, headers) : undefined);
    await compareSessions({
      ...context,
      signIn: testCase,
      operations,
      ended: session,
      run: runSent,
    });
    const signIns = [
      ...signInsAtOnce(testCase),
      ...forwardedSignIn(testCase, options.publicUrl),
      ...formSignIns(testCase, fields),
    ];
    await context.runAll(signIns.filter(isSent));
    await tryWrong(similarUsers(plan, start, fields, options.credentials));
  }
  return { waiting: waiting.filter((it) => !isServed(it)) };

  /** Sends the cases of operations that may end the session last, and signs in again after each. */
  async function runServed(signIn: TestCase, served: readonly TestCase[]) {
    const mayEnd = ({ operation }: TestCase) =>
      isWriteOperation(contract, operation) &&
      !operation.requestBody &&
      operation.parameters.every(({ in: place }) => place !== 'path');
    const others = served.filter((it) => !mayEnd(it));
    await context.runAll(others, session.headers());
    for (const testCase of served.filter(mayEnd)) {
      const result = await run(testCase, session.headers());
      if (result?.kind === 'response' && result.status < 300) await runInSession(signIn);
    }
  }

  function isSent(testCase: TestCase): boolean {
    return reasonToSkip(testCase, options) === undefined;
  }

  /** Neither may a rejected sign-in set a session that works. */
  async function tryWrong(attempts: readonly TestCase[]) {
    for (const testCase of attempts.filter(isSent)) {
      const result = await run(testCase);
      if (result?.kind !== 'response' || result.status < 400) continue;
      const rejected = createClientSession();
      rejected.store(result);
      await context.runAll(rejectedSessionCases(plan, operations, rejected));
    }
  }

  function reasonToSkipAll(): Pick<SkippedCase, 'reason' | 'option'> | undefined {
    if (isWriteOperation(contract, start) && !options.allowWrites) return needsAllowWrites;
    if (options.skipChecks.has('link_conformance'))
      return { reason: '--skip-check link_conformance' };
    const option = 'VERIFY_USER and VERIFY_PASSWORD';
    return fields && !options.credentials ? { reason: `${option} are not set`, option } : undefined;
  }

  async function follow(from: Operation, source: LinkSource, depth: number): Promise<void> {
    if (depth >= maxDepth) return;
    for (const found of findLinks(contract, from, source.response.status)) {
      const step = linkRequest(plan, from, found, source);
      const excluded =
        typeof step === 'string' ? { reason: step } : reasonToSkip(step.testCase, options);
      if (typeof step === 'string' || excluded) {
        const description = `The link "${found.link.name}" of ${from.id}.`;
        skip({ operation: found.target.id, description, reason: '', ...excluded });
        continue;
      }
      const { testCase, values } = step;
      const next = await runInSession(testCase);
      const hasEnded = testCase.kind === 'link' && testCase.expectedStatus !== undefined;
      if (next && !hasEnded) {
        const { request } = testCase;
        await follow(found.target, { request, values, response: next }, depth + 1);
      }
    }
  }

  /** Undefined unless the response is a success. */
  async function runInSession(testCase: TestCase): Promise<HttpResponse | undefined> {
    const result = await run(testCase, session.headers());
    if (result?.kind !== 'response') return undefined;
    // The id of an ended session is tested, not that of an anonymous one that replaces it.
    if (!endsSession(plan, testCase.operation)) session.store(result);
    return result.status >= 200 && result.status < 300 ? result : undefined;
  }
}
