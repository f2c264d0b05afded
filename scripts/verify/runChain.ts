import { changesSomething } from '../../mock-api/contract/cases/baseRequest.ts';
import { createCookieJar } from '../../mock-api/contract/cases/cookieJar.ts';
import type { Answer } from '../../mock-api/contract/cases/failure.ts';
import { findCredentialFields } from '../../mock-api/contract/cases/findCredentialFields.ts';
import type { Plan } from '../../mock-api/contract/cases/planCases.ts';
import { type ReadLink, readLinks } from '../../mock-api/contract/cases/readLinks.ts';
import {
  type Exchange,
  resolveExpression,
} from '../../mock-api/contract/cases/resolveExpression.ts';
import type { LeftOut, TestCase } from '../../mock-api/contract/cases/testCase.ts';
import type { RequestValues } from '../../mock-api/contract/cases/wireRequest.ts';
import type { Operation } from '../../mock-api/contract/contract.ts';
import { isObject } from '../../mock-api/contract/pointer.ts';
import { NEEDS_WRITES, reasonToLeaveOut } from './chooseCases.ts';
import type { Send } from './createSender.ts';
import type { Mask } from './maskCredentials.ts';
import type { VerifyOptions } from './readOptions.ts';

/** Links of links of links: further than this no contract leads but in a circle. */
const DEPTH = 4;

export interface ChainOptions {
  plan: Plan;
  options: VerifyOptions;
  send: Send;
  mask: Mask;
  onLeftOut(leftOut: LeftOut): void;
  /** Called with the cookies of the first answer, before they are used up. */
  onSession(cookies: string): Promise<void>;
}

/** Sends an operation's request and follows the links of its answer, in one session. */
export async function runChain(start: Operation, chain: ChainOptions): Promise<void> {
  const { plan, options, send, mask, onLeftOut, onSession } = chain;
  const { contract } = plan;
  const what = `The links that begin at ${start.id}.`;
  const leave = (reason: string) => onLeftOut({ operation: start.id, what, reason });
  const fields = findCredentialFields(contract, start);
  if (changesSomething(contract, start) && !options.allowWrites) return leave(NEEDS_WRITES);
  if (options.skipChecks.has('links')) return leave('--skip-check links');
  if (fields && !options.credentials) return leave('VERIFY_USER and VERIFY_PASSWORD are not set');

  const jar = createCookieJar();
  const first = startingCase();
  if (!first) return leave('the contract shows no example, and none could be made up');
  const answer = await sendIn(first.test);
  if (!answer) return;
  const cookies = jar.text();
  if (cookies !== undefined) await onSession(cookies);
  await follow(start, { ...first, request: first.test.request, answer }, 0);

  function startingCase() {
    const { credentials } = options;
    const change = (values: RequestValues): RequestValues =>
      fields && credentials && isObject(values.body)
        ? {
            ...values,
            body: {
              ...values.body,
              [fields.user]: credentials.user,
              [fields.password]: credentials.password,
            },
          }
        : values;
    const found = plan.baseOf(start, change);
    if (!found) return undefined;
    const isSignIn = fields && credentials;
    const sentence = isSignIn ? 'The user is the given one.' : found.test.what;
    return {
      ...found,
      test: { ...found.test, what: sentence, known: isSignIn ? true : found.test.known },
    };
  }

  async function follow(from: Operation, exchange: Exchange, depth: number): Promise<void> {
    if (depth >= DEPTH) return;
    for (const read of readLinks(contract, from, exchange.answer.status)) {
      const step = linkCase(from, read, exchange);
      const reason =
        typeof step === 'string' ? step : reasonToLeaveOut(step.test, { ...options, only: [] });
      if (typeof step === 'string' || reason !== undefined) {
        const place = `The link "${read.link.name}" of ${from.id}.`;
        onLeftOut({ operation: read.target.id, what: place, reason: reason ?? '' });
        continue;
      }
      const next = await sendIn(step.test);
      if (next && step.test.status === undefined) {
        await follow(read.target, { ...step, request: step.test.request, answer: next }, depth + 1);
      }
    }
  }

  /** The request to which a link leads, or why there is none. */
  function linkCase(from: Operation, { link, target, status }: ReadLink, exchange: Exchange) {
    const given = Object.entries(link.parameters).map(
      ([name, expression]) => [name, resolveExpression(expression, exchange)] as const,
    );
    const empty = given.find(([, value]) => value === undefined);
    if (empty) return `the answer gives no value for "${empty[0]}"`;
    const step = plan.baseOf(target, (values) => {
      const parameters = new Map(values.parameters);
      for (const [name, value] of given) {
        const parameter = target.parameters.find(
          (candidate) => candidate.name === name || `${candidate.in}.${candidate.name}` === name,
        );
        if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, value);
      }
      const body = link.requestBody;
      return {
        ...values,
        parameters,
        ...(body !== undefined && { body: resolveExpression(body, exchange) }),
      };
    });
    if (!step) return 'no request could be made of it';
    const test: TestCase = {
      ...step.test,
      kind: 'link',
      what: `The link "${link.name}" of ${from.id} is followed.`,
      pointer: link.pointer,
      ...(status !== undefined && { status }),
    };
    return { ...step, test };
  }

  /** The answer where it is a success or the one that the contract wants. */
  async function sendIn(test: TestCase): Promise<Answer | undefined> {
    const outcome = await send(test, jar.text());
    if (outcome?.kind !== 'answer') return undefined;
    jar.take(outcome.headers['set-cookie'] ?? []);
    for (const value of jar.values()) mask.add(value);
    return outcome.status >= 200 && outcome.status < 300 ? outcome : undefined;
  }
}
