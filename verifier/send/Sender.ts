import type { Contract, Operation } from '#contract';
import { mergeHeaders, type SentHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { curlCommand } from './curlCommand.ts';
import { UnreachableError } from './describeSendError.ts';
import { RateLimiter } from './RateLimiter.ts';
import type { RequestTarget } from './requestTarget.ts';
import { retryAfterMs } from './retryAfter.ts';
import { createAgents, type HttpResponse, type SendResult, sendRequest } from './sendRequest.ts';

export interface SendOptions {
  url: URL;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  requestsPerSecond: number;
  /** The time for one request. */
  timeoutMs: number;
}

export interface SentCase {
  kind: 'sent';
  testCase: TestCase;
  /** The request with all its headers. */
  request: WireRequest;
  result: SendResult;
  /** The responses of a server that was too busy, after which the request was repeated. */
  busyResponses: readonly HttpResponse[];
  /** Contains credentials; mask it before printing. */
  curl(): string;
}

/** After this many consecutive requests without a response, an operation is skipped. */
const maxConsecutiveErrors = 5;
/** How often a request is repeated that the server was too busy for. */
const maxRetries = 3;
/** How long a run waits for a busy server altogether. */
const maxWaitMs = 60_000;

/** Sends test cases within the limits of the options. */
export class Sender {
  readonly #options: SendOptions;
  readonly #target: RequestTarget;
  readonly #agents: ReturnType<typeof createAgents>;
  readonly #limiter: RateLimiter;
  readonly #errorsByOperation = new Map<string, number>();
  #hasResponse = false;
  #waitedMs = 0;

  constructor({ basePath }: Contract, options: SendOptions) {
    const { url, requestsPerSecond } = options;
    this.#options = options;
    this.#target = { url, basePath };
    this.#agents = createAgents(url);
    this.#limiter = new RateLimiter(requestsPerSecond);
  }

  /** Resolves when this many requests may be sent at once. */
  reserve(count: number): Promise<void> {
    return this.#limiter.waitForTurn(count);
  }

  /**
   * Sends a test case with the headers of a session, if any. Concurrent repetitions do not wait; they need
   * a reservation.
   * @throws {UnreachableError} if the first connection fails
   */
  async send(
    testCase: TestCase,
    session: SentHeaders = {},
  ): Promise<SentCase | { kind: 'skipped'; reason: string }> {
    const errors = this.#errorsByOperation.get(testCase.operation.id) ?? 0;
    if (errors >= maxConsecutiveErrors) {
      return { kind: 'skipped', reason: 'the operation no longer responds' };
    }

    const custom = withoutTested(this.#options.headers, testCase);
    const { headers } = testCase.request;
    const request = {
      ...testCase.request,
      headers: mergeHeaders(custom, headers, forGateway(custom), session),
    };
    if (!testCase.repetition?.isConcurrent) await this.#limiter.waitForTurn();

    const { result, busyResponses } = await this.#sendUntilReady(request);
    this.#countErrors(testCase.operation, result);
    const curl = () => curlCommand(request, this.#target);
    return { kind: 'sent', testCase, request, result, busyResponses, curl };
  }

  /** Repeats the request if the server was too busy for it. */
  async #sendUntilReady(request: WireRequest) {
    const { timeoutMs } = this.#options;
    let result = await sendRequest(request, this.#target, this.#agents, timeoutMs);
    const busyResponses: HttpResponse[] = [];
    for (let retry = 0; retry < maxRetries; retry += 1) {
      const pauseMs = retryAfterMs(result);
      if (pauseMs === undefined || this.#waitedMs + pauseMs > maxWaitMs) break;

      if (result.kind === 'response') busyResponses.push(result);
      this.#waitedMs += pauseMs;
      this.#limiter.slowDown(pauseMs);
      await this.#limiter.waitForTurn();
      result = await sendRequest(request, this.#target, this.#agents, timeoutMs);
    }
    return { result, busyResponses };
  }

  #countErrors({ id }: Operation, result: SendResult): void {
    if (result.kind === 'response') {
      this.#hasResponse = true;
      this.#errorsByOperation.delete(id);
      return;
    }

    if (result.isUnreachable && !this.#hasResponse) {
      const advice = 'Check the URL and that the backend is running.';
      throw new UnreachableError(`${this.#target.url.origin}: ${result.message} ${advice}`);
    }
    this.#errorsByOperation.set(id, (this.#errorsByOperation.get(id) ?? 0) + 1);
  }
}

/** The headers of the options, without the credentials that a case tests. */
function withoutTested(headers: SentHeaders, testCase: TestCase): SentHeaders {
  if (!testsCredentials(testCase)) return headers;

  const names = testCase.operation.security.flat().map(({ type, in: location, key = '' }) => {
    if (type !== 'apiKey') return 'authorization';

    return location === 'cookie' ? 'cookie' : key.toLowerCase();
  });
  return pickHeaders(headers, (name) => !names.includes(name));
}

function testsCredentials(testCase: TestCase): boolean {
  if (testCase.kind === 'link') return testCase.expectedStatus === 401;

  return testCase.kind === 'missing credentials' || testCase.kind === 'invalid credentials';
}

/** A gateway in front of the server may need it in every request, whatever a case sends in its place. */
function forGateway(headers: SentHeaders): SentHeaders {
  return pickHeaders(headers, (name) => name === 'authorization');
}

function pickHeaders(headers: SentHeaders, isPicked: (name: string) => boolean): SentHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => isPicked(name.toLowerCase())),
  );
}
