import { type Contract, findLinks, type Operation } from '../../../mock-api/contract/index.ts';
import type { Runner } from '../evaluate/createRunner.ts';
import type { Plan } from '../phases/planCases.ts';
import {
  isSelected,
  needsAllowWritesReason,
  reasonToSkip,
  type SelectOptions,
} from '../phases/selectCases.ts';
import type { Headers } from '../plan/mergeHeaders.ts';
import { isWriteOperation, type TestCase } from '../plan/testCase.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import { createClientSession, isToken } from './clientSession.ts';
import { compareSessions } from './compareSessions.ts';
import { findCredentialFields } from './credentialFields.ts';
import { findCookieFailures } from './findCookieFailures.ts';
import { formSignIns } from './formSignIns.ts';
import { findReachable } from './linkedOperations.ts';
import { linkRequest, startingRequest } from './linkRequest.ts';
import type { Exchange } from './resolveExpression.ts';
import { publicCases, rejectedSessionCases, sessionCases } from './sessionCases.ts';
import { wrongCredentials } from './wrongCredentials.ts';

export interface StatefulOptions extends SelectOptions {
  url: URL;
  isThorough: boolean;
  /** Ids of operations; empty for all. */
  only: readonly string[];
  credentials?: { user: string; password: string };
}

interface LinkContext extends Pick<Runner, 'run' | 'runAll' | 'skip' | 'addFailure'> {
  plan: Plan;
  options: StatefulOptions;
  /** Called with each cookie value and token that the server sets. */
  onSecret(secret: string): void;
  /** The cases that need the session that the first response starts. */
  takeCases(session: Headers): readonly TestCase[];
}

/** Ends circular links. */
const maxDepth = 4;

/** The stateful phase: sends an operation's request and follows the links of its response in one session. */
export async function followLinks(start: Operation, context: LinkContext): Promise<void> {
  const { plan, options, run, skip, onSecret } = context;
  const { contract } = plan;
  const session = createClientSession();
  const operations = findSessionOperations(contract, start);
  const fields = findCredentialFields(contract, start);
  if (fields && options.allowWrites) await tryWrongCredentials();
  const first = startingRequest(plan, start, fields, options.credentials);
  const reason = reasonToSkipAll();
  if (!first || reason !== undefined) {
    return skip({
      operation: start.id,
      description: `The links that begin at ${start.id}.`,
      reason: reason ?? 'the contract has no valid example and no valid request could be generated',
    });
  }

  const response = await runInSession(first.testCase);
  if (!response) return;
  const { testCase } = first;
  const failures = findCookieFailures(contract, testCase, response, options.url);
  for (const failure of failures) context.addFailure(testCase, failure);
  const headers = session.headers();
  if (headers !== undefined) {
    await runServed(testCase, context.takeCases(headers));
    await context.runAll(casesInSession());
  }
  await follow(start, { ...first, request: first.testCase.request, response }, 0);
  if (fields && options.credentials) {
    const signIn: TestCase = { ...first.testCase, kind: 'valid data' };
    const runSent: typeof run = async (it, headers) => (isSent(it) ? run(it, headers) : undefined);
    await compareSessions({ ...context, signIn, operations, ended: session, run: runSent });
    const forms = [...formSignIns(signIn, fields)];
    await context.runAll(forms.filter(isSent));
    await tryWrongCredentials(options.credentials);
  }

  /** Sends the cases of operations that may end the session last, and signs in again after each. */
  async function runServed(signIn: TestCase, cases: readonly TestCase[]) {
    const mayEnd = ({ operation }: TestCase) =>
      isWriteOperation(contract, operation) &&
      !operation.requestBody &&
      operation.parameters.every(({ in: place }) => place !== 'path');
    const others = cases.filter((it) => !mayEnd(it));
    await context.runAll(others, session.headers());
    for (const testCase of cases.filter(mayEnd)) {
      const result = await run(testCase, session.headers());
      if (result?.kind === 'response' && result.status < 300) await runInSession(signIn);
    }
  }

  function casesInSession() {
    const others = contract.operations.filter(
      (it) => !operations.includes(it) && isSelected(it, options.only),
    );
    const cases = [
      ...sessionCases(plan, operations, session),
      ...publicCases(plan, others, session),
    ];
    return cases.filter(isSent);
  }

  function isSent(testCase: TestCase): boolean {
    return reasonToSkip(testCase, options) === undefined;
  }

  /** After the session, because a server may lock the account. */
  async function tryWrongCredentials(correct?: StatefulOptions['credentials']) {
    if (!fields || options.skipChecks.has('ignored_auth')) return;
    const attempts = wrongCredentials(plan, start, fields, correct, options.isThorough);
    let count = 0;
    for (const testCase of attempts) {
      const result = await run(testCase);
      count += 1;
      if (correct && first && count % 2 === 0) await run(afterAttempts(first.testCase));
      if (result?.kind !== 'response' || result.status < 400) continue;
      const rejected = createClientSession();
      rejected.store(result);
      for (const read of rejectedSessionCases(plan, operations, rejected)) await run(read);
    }
  }

  function reasonToSkipAll(): string | undefined {
    if (isWriteOperation(contract, start) && !options.allowWrites) return needsAllowWritesReason;
    if (options.skipChecks.has('link_conformance')) return '--skip-check link_conformance';
    if (fields && !options.credentials) return 'VERIFY_USER and VERIFY_PASSWORD are not set';
    return undefined;
  }

  async function follow(from: Operation, exchange: Exchange, depth: number): Promise<void> {
    if (depth >= maxDepth) return;
    for (const found of findLinks(contract, from, exchange.response.status)) {
      const step = linkRequest(plan, from, found, exchange);
      const skipReason = typeof step === 'string' ? step : reasonToSkip(step.testCase, options);
      if (typeof step === 'string' || skipReason !== undefined) {
        const description = `The link "${found.link.name}" of ${from.id}.`;
        skip({ operation: found.target.id, description, reason: skipReason ?? '' });
        continue;
      }
      const { testCase, values } = step;
      const next = await runInSession(testCase);
      if (next && testCase.expectedStatus === undefined) {
        const { request } = testCase;
        await follow(found.target, { request, values, response: next }, depth + 1);
      }
    }
  }

  /** Undefined unless the response is a success. */
  async function runInSession(testCase: TestCase): Promise<HttpResponse | undefined> {
    const result = await run(testCase, session.headers());
    if (result?.kind !== 'response') return undefined;
    session.store(result);
    for (const secret of session.secrets()) onSecret(secret);
    return result.status >= 200 && result.status < 300 ? result : undefined;
  }
}

/** Servers that count failed attempts usually begin again after a successful one. */
function afterAttempts(signIn: TestCase): TestCase {
  const description = 'The correct credentials, after two wrong attempts.';
  return { ...signIn, kind: 'unusual request', description };
}

/** The sign-ins of a contract whose sessions are tokens, which no link needs to declare. */
export function findTokenSignIns(contract: Contract): Operation[] {
  const takesToken = contract.operations.some(({ security }) => security.flat().some(isToken));
  const starts = contract.operations.filter((it) => findCredentialFields(contract, it));
  return takesToken ? starts : [];
}

/** What the links of an operation reach and, for a sign-in, what takes a token. */
function findSessionOperations(contract: Contract, start: Operation): Operation[] {
  const reachable = findReachable(contract, start);
  const takesToken = ({ security }: Operation) => security.flat().some(isToken);
  const others = findCredentialFields(contract, start)
    ? contract.operations.filter((it) => takesToken(it) && !isWriteOperation(contract, it))
    : [];
  return [...new Set([...reachable, ...others.slice(0, 1)])];
}
