import { findLinks, hasCredentials, type Operation, type OperationLink } from '#contract';
import type { Runner } from '../evaluate/Runner.ts';
import type { Plan, PlannedRequest } from '../phases/planCases.ts';
import {
  isSelected,
  needsAllowWrites,
  reasonToSkip,
  type SelectOptions,
} from '../phases/selectCases.ts';
import { toRequestMessage } from '../plan/findViolations.ts';
import { mergeHeaders, type SentHeaders } from '../plan/mergeHeaders.ts';
import { isWriteOperation, type SkippedCase, type TestCase } from '../plan/testCase.ts';
import { ClientSession } from '../send/ClientSession.ts';
import { type HttpResponse, isAccepted } from '../send/sendRequest.ts';
import { compareSessions } from './compareSessions.ts';
import {
  type CredentialFields,
  type Credentials,
  findCredentialFields,
} from './credentialFields.ts';
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
  /** The credentials of a user who exists; undefined if no sign-in with correct ones is sent. */
  credentials: Credentials | undefined;
  /** The URL of the host in front of the backend; undefined if it is not known. */
  publicUrl?: URL | undefined;
  /** Whether to send wrong passwords of the user, at most two. */
  triesWrongPasswords: boolean;
}

export interface LinkContext {
  runner: Runner;
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
export function followLinks(
  start: Operation,
  waiting: readonly TestCase[],
  context: LinkContext,
): Promise<Unserved> {
  return new LinkedSession(start, context).serve(waiting);
}

/** The requests that begin at one operation and share its session. */
class LinkedSession {
  readonly #start: Operation;
  readonly #context: LinkContext;
  readonly #session = new ClientSession();
  #hasEnded = false;
  /** The first operation and all that its links lead to. */
  readonly #operations: readonly Operation[];
  /** Undefined if the first operation is no sign-in. */
  readonly #fields: CredentialFields | undefined;

  constructor(start: Operation, context: LinkContext) {
    const { contract } = context.plan;
    this.#start = start;
    this.#context = context;
    this.#operations = findReachable(contract, start);
    this.#fields = findCredentialFields(contract, start);
  }

  async serve(waiting: readonly TestCase[]): Promise<Unserved> {
    const { plan, options } = this.#context;
    const start = this.#start;
    const fields = this.#fields;
    if (fields && options.allowWrites) {
      await this.#tryWrong(inventedCredentials(plan, start, fields));
    }

    const first = startingRequest(plan, start, fields, options.credentials);
    const reason = this.#reasonToSkipAll();
    if (reason) {
      this.#skipAll(reason);
      return { waiting, reason };
    }
    if (!first) {
      this.#skipAll(noValidRequest);
      return { waiting };
    }

    const response = await this.#run(first.testCase);
    if (!response) {
      const cause = fields ? 'the sign-in fails' : `${start.id} fails`;
      return { waiting, reason: { reason: cause, blockedBy: start.id } };
    }

    const repeated = { ...first.testCase, isGate: false };
    const message = this.#credentialMessage();
    const [served, unserved] = splitServed(waiting, message);
    if (message) await this.#runWithSession(repeated, served);
    await this.#follow(start, { ...first, request: first.testCase.request, response }, 0);
    if (fields && options.credentials) {
      await this.#varySignIn(repeated, fields, options.credentials);
    }
    return { waiting: unserved };
  }

  /** A request with the credentials of the session; undefined if the response has set none. */
  #credentialMessage() {
    const headers = this.#session.headers();
    if (!headers) return undefined;

    const merged = mergeHeaders(this.#context.options.headers, headers);
    return toRequestMessage({ method: 'GET', target: '', headers: merged });
  }

  /** What needs the session, and what shows that the session protects nothing else. */
  async #runWithSession(start: TestCase, served: readonly TestCase[]) {
    const { plan, options, runner } = this.#context;
    await this.#runServed(start, served);

    const others = plan.contract.operations.filter(
      (it) => !this.#operations.includes(it) && isSelected(it, options.only),
    );
    const cases = [
      ...sessionCases(plan, this.#operations, this.#session),
      ...publicCases(plan, others, this.#session),
    ];
    await runner.runAll(cases.filter((it) => this.#isSent(it)));
  }

  /** Sends the cases of operations that may end the session last, and signs in again after each. */
  async #runServed(start: TestCase, served: readonly TestCase[]) {
    const { plan, runner } = this.#context;
    const mayEnd = ({ operation }: TestCase) =>
      isWriteOperation(plan.contract, operation) &&
      !operation.requestBody &&
      operation.parameters.every(({ in: place }) => place !== 'path');
    const others = served.filter((it) => !mayEnd(it));
    await runner.runAll(others, this.#session.headers());

    for (const testCase of served.filter(mayEnd)) {
      const result = await runner.run(testCase, this.#session.headers());
      if (result?.kind === 'response' && result.status < 300) await this.#run(start);
    }
  }

  /** Other sign-ins, after the links have ended the session. */
  async #varySignIn(signIn: TestCase, fields: CredentialFields, credentials: Credentials) {
    const { plan, options, runner } = this.#context;
    await compareSessions({
      plan,
      signIn,
      operations: this.#operations,
      followed: this.#session,
      hasEnded: this.#hasEnded,
      run: async (it, headers) => (this.#isSent(it) ? runner.run(it, headers) : undefined),
    });

    const signIns = [
      ...signInsAtOnce(signIn),
      ...forwardedSignIn(signIn, options.publicUrl),
      ...formSignIns(signIn, fields),
    ];
    await runner.runAll(signIns.filter((it) => this.#isSent(it)));
    await this.#tryWrong(similarUsers(plan, this.#start, fields, credentials));
  }

  #isSent(testCase: TestCase): boolean {
    return reasonToSkip(testCase, this.#context.options) === undefined;
  }

  /** Neither may a rejected sign-in set a session that works. */
  async #tryWrong(attempts: readonly TestCase[]) {
    const { plan, runner } = this.#context;
    for (const testCase of attempts.filter((it) => this.#isSent(it))) {
      const result = await runner.run(testCase);
      if (result?.kind !== 'response' || result.status < 400) continue;

      const rejected = new ClientSession();
      rejected.store(result);
      await runner.runAll(rejectedSessionCases(plan, this.#operations, rejected));
    }
  }

  #reasonToSkipAll(): Pick<SkippedCase, 'reason' | 'option'> | undefined {
    const { plan, options } = this.#context;
    if (isWriteOperation(plan.contract, this.#start) && !options.allowWrites) {
      return needsAllowWrites;
    }
    if (options.skipChecks.has('link_conformance')) {
      return { reason: '--skip-check link_conformance' };
    }
    if (!this.#fields || options.credentials) return undefined;

    const option = 'VERIFY_USER and VERIFY_PASSWORD';
    return { reason: `${option} are not set`, option };
  }

  #skipAll(reason: Pick<SkippedCase, 'reason' | 'option'>) {
    const { id } = this.#start;
    const description = `The links that begin at ${id}.`;
    this.#context.runner.skip({ operation: id, description, ...reason });
  }

  async #follow(from: Operation, source: LinkSource, depth: number): Promise<void> {
    if (depth >= maxDepth) return;

    const { contract } = this.#context.plan;
    for (const found of findLinks(contract, from, source.response.status)) {
      const step = this.#planStep(from, found, source);
      if (!step) continue;

      const { testCase, values } = step;
      const response = await this.#run(testCase);
      const hasEnded = testCase.kind === 'link' && testCase.expectedStatus !== undefined;
      if (!response || hasEnded) continue;

      const { request } = testCase;
      await this.#follow(found.target, { request, values, response }, depth + 1);
    }
  }

  /** The request of a link; undefined if the link is skipped. */
  #planStep(from: Operation, found: OperationLink, source: LinkSource): PlannedRequest | undefined {
    const { plan, options, runner } = this.#context;
    const skipped = {
      operation: found.target.id,
      description: `The link "${found.link.name}" of ${from.id}.`,
    };
    const step = linkRequest(plan, from, found, source);
    if ('reason' in step) return void runner.skip({ ...skipped, ...step });

    const excluded = reasonToSkip(step.testCase, options);
    if (excluded) return void runner.skip({ ...skipped, ...excluded });

    return step;
  }

  /** Sends a request in the session. Undefined unless the response is a success. */
  async #run(testCase: TestCase): Promise<HttpResponse | undefined> {
    const { plan, runner } = this.#context;
    const result = await runner.run(testCase, this.#session.headers());
    if (result?.kind !== 'response') return undefined;

    // The id of an ended session is tested, not that of an anonymous one that replaces it.
    const isEnding = endsSession(plan, testCase.operation);
    if (isEnding) this.#hasEnded ||= isAccepted(result);
    else this.#session.store(result);
    return isAccepted(result) ? result : undefined;
  }
}

const noValidRequest = {
  reason: 'the contract has no valid example and no valid request could be generated',
};

/** The cases whose credentials the message has, and the others. */
function splitServed(
  waiting: readonly TestCase[],
  message: ReturnType<typeof toRequestMessage> | undefined,
): [served: readonly TestCase[], unserved: readonly TestCase[]] {
  if (!message) return [[], waiting];

  const isServed = ({ operation }: TestCase) => hasCredentials(operation, message);
  return [waiting.filter(isServed), waiting.filter((it) => !isServed(it))];
}
