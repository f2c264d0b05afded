import type { SecureContextOptions } from 'node:tls';
import type { Contract, Operation } from '../../../mock-api/contract/index.ts';
import { addCredential } from '../plan/addCredential.ts';
import { type Headers, mergeHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { curlCommand } from './curlCommand.ts';
import { UnreachableError } from './describeSendError.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { createTarget, type TargetOptions } from './requestTarget.ts';
import { retryAfterMs } from './retryAfter.ts';
import { createAgents, type HttpResponse, type SendResult, sendRequest } from './sendRequest.ts';

export interface SendOptions extends TargetOptions {
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
  /** Sent with the requests to an operation, by its id. */
  operationHeaders: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Credentials by the name of their security scheme; `user:password` for basic authentication. */
  auth: ReadonlyMap<string, string>;
  /** Certificates for TLS. */
  tls?: SecureContextOptions & { rejectUnauthorized?: boolean };
  maxWrites: number;
  requestsPerSecond: number;
  /** For one request. */
  timeoutMs: number;
}

export interface SentCase {
  kind: 'sent';
  testCase: TestCase;
  /** With all its headers. */
  request: WireRequest;
  result: SendResult;
  /** The responses of a server that was too busy, after which the request was repeated. */
  busyResponses: readonly HttpResponse[];
  /** Contains credentials; mask it before printing. */
  curl(): string;
}

/** After this many consecutive requests without a response, an operation is skipped. */
const maxConsecutiveFailures = 5;
/** How often a request is repeated that the server was too busy for. */
const maxRetries = 3;
/** How long a run waits for a busy server altogether. */
const maxWaitMs = 60_000;

export interface Sender {
  /**
   * Sends a test case with the headers of a session, if any. Concurrent repetitions do not wait; they need
   * a reservation.
   * @throws {UnreachableError} if the first connection fails
   */
  send(
    testCase: TestCase,
    session?: Headers,
  ): Promise<SentCase | { kind: 'skipped'; reason: string }>;
  /** Resolves when this many requests may be sent at once. */
  reserve(count: number): Promise<void>;
}

/** Creates the functions that send test cases within the limits of the options. */
export function createSender(contract: Contract, options: SendOptions): Sender {
  const { timeoutMs, url, requestsPerSecond, maxWrites } = options;
  const target = createTarget(contract, options);
  const agents = createAgents(url, options.tls);
  const limiter = createRateLimiter(requestsPerSecond);
  const failuresByOperation = new Map<string, number>();
  let refusedConnections = 0;
  let hasResponse = false;
  let remainingWrites = maxWrites;
  let waitedMs = 0;

  return { send, reserve: (count) => limiter.waitForTurn(count) };

  async function send(testCase: TestCase, session: Headers = {}): ReturnType<Sender['send']> {
    const reason = reasonToSkip(testCase);
    if (reason !== undefined) return { kind: 'skipped', reason };
    if (testCase.isWrite) remainingWrites -= 1;

    const custom = customHeaders(testCase);
    const request = addCredentials(testCase, {
      ...testCase.request,
      headers: mergeHeaders(custom, testCase.request.headers, forGateway(custom), session),
    });
    if (!testCase.repetition?.isConcurrent) await limiter.waitForTurn();
    let result = await sendRequest(request, target, agents, timeoutMs);
    const busyResponses: HttpResponse[] = [];
    for (let retry = 0; retry < maxRetries; retry += 1) {
      const pauseMs = retryAfterMs(result);
      if (pauseMs === undefined || waitedMs + pauseMs > maxWaitMs) break;
      if (result.kind === 'response') busyResponses.push(result);
      waitedMs += pauseMs;
      limiter.slowDown(pauseMs);
      await limiter.waitForTurn();
      result = await sendRequest(request, target, agents, timeoutMs);
    }
    countFailures(testCase.operation, result);
    const curl = () => curlCommand(request, target);
    return { kind: 'sent', testCase, request, result, busyResponses, curl };
  }

  function reasonToSkip({ isWrite, operation }: TestCase): string | undefined {
    if (refusedConnections >= maxConsecutiveFailures) {
      return 'the backend no longer accepts connections';
    }
    if ((failuresByOperation.get(operation.id) ?? 0) >= maxConsecutiveFailures) {
      return 'the operation no longer responds';
    }
    if (isWrite && remainingWrites <= 0) return `--max-writes ${maxWrites} is reached`;
    return undefined;
  }

  function countFailures({ id }: Operation, result: SendResult) {
    if (result.kind === 'response') {
      hasResponse = true;
      refusedConnections = 0;
      failuresByOperation.set(id, 0);
      return;
    }
    if (result.isUnreachable && !hasResponse) {
      const advice = 'Check the URL and that the backend is running.';
      throw new UnreachableError(`${url.origin}: ${result.message} ${advice}`);
    }
    refusedConnections = result.isUnreachable ? refusedConnections + 1 : 0;
    failuresByOperation.set(id, (failuresByOperation.get(id) ?? 0) + 1);
  }

  /** The headers of the options, without the credentials that a case tests. */
  function customHeaders({ kind, operation }: TestCase) {
    const { headers, operationHeaders } = options;
    const merged = mergeHeaders(headers, operationHeaders.get(operation.id) ?? {});
    if (!testsCredentials(kind)) return merged;
    const names = operation.security.flat().map(({ type, in: location, key = '' }) => {
      if (type !== 'apiKey') return 'authorization';
      return location === 'cookie' ? 'cookie' : key.toLowerCase();
    });
    return pickHeaders(merged, (name) => !names.includes(name));
  }

  /** Adds the credentials of the first alternative for which all are given. */
  function addCredentials(testCase: TestCase, request: WireRequest): WireRequest {
    const { kind, operation, needsCredentials } = testCase;
    const isWithout = kind === 'undeclared method' && !needsCredentials;
    if (testsCredentials(kind) || isWithout) return request;
    const schemes = findGivenSchemes(operation, options.auth) ?? [];
    return schemes.reduce((changed, scheme) => {
      const value = options.auth.get(scheme.name) ?? '';
      return addCredential(changed, scheme, value) ?? changed;
    }, request);
  }
}

/** The first security alternative of an operation for which all credentials are given. */
export function findGivenSchemes({ security }: Operation, auth: SendOptions['auth']) {
  return security.find(
    (schemes) => schemes.length > 0 && schemes.every(({ name }) => auth.has(name)),
  );
}

/** A gateway in front of the server may need it in every request, whatever a case sends in its place. */
function forGateway(headers: Headers): Headers {
  return pickHeaders(headers, (name) => name === 'authorization');
}

function pickHeaders(headers: Headers, isPicked: (name: string) => boolean): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => isPicked(name.toLowerCase())),
  );
}

function testsCredentials(kind: TestCase['kind']): boolean {
  return kind === 'missing credentials' || kind === 'invalid credentials';
}
