import type { Operation } from '../../../mock-api/contract/contract.ts';
import { isObject } from '../../../mock-api/contract/jsonPointer.ts';
import type { CheckFailure } from '../evaluate/caseResult.ts';
import type { Plan, PlannedRequest } from '../phases/planCases.ts';
import { needsAllowWritesReason, reasonToSkip, type SelectOptions } from '../phases/selectCases.ts';
import { isWriteOperation, type SkippedCase, type TestCase } from '../plan/testCase.ts';
import type { RequestValues } from '../plan/wireRequest.ts';
import type { HttpResponse, SendResult } from '../send/sendRequest.ts';
import { createCookieJar } from './cookieJar.ts';
import { type CredentialFields, findCredentialFields } from './credentialFields.ts';
import { findCookieFailures } from './findCookieFailures.ts';
import { findLinks, findReachable, type OperationLink } from './findLinks.ts';
import { type Exchange, resolveExpression } from './resolveExpression.ts';
import { rejectedSessionCases, sessionCases } from './sessionCases.ts';
import { wrongCredentials } from './wrongCredentials.ts';

export interface StatefulOptions extends SelectOptions {
  url: URL;
  isThorough: boolean;
  credentials?: { user: string; password: string };
}

interface LinkContext {
  plan: Plan;
  options: StatefulOptions;
  /** Sends a test case and records its result; undefined if it was skipped. */
  run(testCase: TestCase, cookies?: string): Promise<SendResult | undefined>;
  skip(skipped: SkippedCase): void;
  /** Adds a failure to the result of a case that has been run. */
  addFailure(testCase: TestCase, failure: CheckFailure): void;
  /** Called with each cookie value that the server sets. */
  onSecret(secret: string): void;
  /** Called with the cookies of the first response, before any link is followed. */
  onSession(cookies: string): Promise<void>;
}

/** Ends circular links. */
const maxDepth = 4;

/** The stateful phase: sends an operation's request and follows the links of its response in one session. */
export async function followLinks(start: Operation, context: LinkContext): Promise<void> {
  const { plan, options, run, skip, onSecret, onSession } = context;
  const { contract } = plan;
  const jar = createCookieJar();
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
  for (const failure of findCookieFailures(
    contract,
    start,
    first.testCase,
    response,
    options.url,
  )) {
    if (!options.skipChecks.has(failure.check)) context.addFailure(first.testCase, failure);
  }
  const cookies = jar.header();
  if (cookies !== undefined) {
    await onSession(cookies);
    for (const { testCase, cookie } of sessionCases(plan, findReachable(contract, start), jar)) {
      if (cookie !== undefined) onSecret(cookie);
      if (reasonToSkip(testCase, { ...options, only: [] }) === undefined)
        await run(testCase, cookie);
    }
  }
  await follow(start, { ...first, request: first.testCase.request, response }, 0);
  if (fields && options.credentials) await tryWrongCredentials(options.credentials);

  /** After the session, because a server may lock the account. */
  async function tryWrongCredentials(correct?: StatefulOptions['credentials']) {
    if (!fields || options.skipChecks.has('ignored_auth')) return;
    const attempts = wrongCredentials(plan, start, fields, correct, options.isThorough);
    for (const { testCase, password } of attempts) {
      onSecret(password);
      const result = await run(testCase);
      if (result?.kind !== 'response' || result.status < 400) continue;
      const rejected = createCookieJar();
      rejected.store(result.headers['set-cookie'] ?? []);
      for (const read of rejectedSessionCases(plan, findReachable(contract, start), rejected)) {
        onSecret(read.cookie);
        await run(read.testCase, read.cookie);
      }
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
      const skipReason =
        typeof step === 'string' ? step : reasonToSkip(step.testCase, { ...options, only: [] });
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
    const result = await run(testCase, jar.header());
    if (result?.kind !== 'response') return undefined;
    jar.store(result.headers['set-cookie'] ?? []);
    jar.values().forEach(onSecret);
    return result.status >= 200 && result.status < 300 ? result : undefined;
  }
}

/** The first request of a session, with the given credentials if the operation is a sign-in. */
function startingRequest(
  plan: Plan,
  start: Operation,
  fields: CredentialFields | undefined,
  credentials: StatefulOptions['credentials'],
): PlannedRequest | undefined {
  if (!fields || !credentials) return plan.buildRequest(start, (values) => values);
  const { user, password } = credentials;
  const planned = plan.buildRequest(start, (values) =>
    isObject(values.body)
      ? { ...values, body: { ...values.body, [fields.user]: user, [fields.password]: password } }
      : values,
  );
  if (!planned) return undefined;
  const description = 'The credentials are those of VERIFY_USER.';
  return { ...planned, testCase: { ...planned.testCase, description, usesKnownValues: true } };
}

/** The request of a link, or the reason why there is none. */
function linkRequest(
  plan: Plan,
  from: Operation,
  { link, target, expectedStatus }: OperationLink,
  exchange: Exchange,
): PlannedRequest | string {
  const resolved = Object.entries(link.parameters).map(
    ([name, expression]) => [name, resolveExpression(expression, exchange)] as const,
  );
  const missing = resolved.find(([, value]) => value === undefined);
  if (missing) return `the response has no value for "${missing[0]}"`;
  const planned = plan.buildRequest(target, (values): RequestValues => {
    const parameters = new Map(values.parameters);
    for (const [name, value] of resolved) {
      const parameter = target.parameters.find(
        (candidate) => candidate.name === name || `${candidate.in}.${candidate.name}` === name,
      );
      if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, value);
    }
    const { requestBody } = link;
    const body = requestBody !== undefined && { body: resolveExpression(requestBody, exchange) };
    return { ...values, parameters, ...body };
  });
  if (!planned) return 'the values of the response make no valid request';
  return {
    ...planned,
    testCase: {
      ...planned.testCase,
      kind: 'link',
      description: `The link "${link.name}" of ${from.id}.`,
      pointer: link.pointer,
      ...(expectedStatus !== undefined && { expectedStatus }),
    },
  };
}
