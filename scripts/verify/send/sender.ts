import type { Contract, Operation } from '../../../mock-api/contract/contract.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { curlCommand } from './curlCommand.ts';
import { mergeHeaders, omitHeaders } from './mergeHeaders.ts';
import { createRateLimiter } from './rateLimiter.ts';
import { type SendResult, sendRequest } from './sendRequest.ts';
import { UnreachableError } from './UnreachableError.ts';

export interface SendOptions {
  url: URL;
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>;
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
  /** Contains credentials; mask it before printing. */
  curl: string;
}

/** After this many consecutive requests without a response, an operation is skipped. */
const maxConsecutiveFailures = 5;

/** Creates the function that sends test cases within the limits of the options. */
export function createSender(contract: Contract, options: SendOptions) {
  const { headers, timeoutMs, url, requestsPerSecond, maxWrites } = options;
  const target = { url, basePath: contract.basePath };
  const waitForTurn = createRateLimiter(requestsPerSecond);
  const failuresByOperation = new Map<string, number>();
  let refusedConnections = 0;
  let hasResponse = false;
  let remainingWrites = maxWrites;

  /**
   * Sends a test case with the cookies of a session, if any.
   * @throws {UnreachableError} if the first connection fails
   */
  return async function send(
    testCase: TestCase,
    cookies?: string,
  ): Promise<SentCase | { kind: 'skipped'; reason: string }> {
    const reason = reasonToSkip(testCase);
    if (reason !== undefined) return { kind: 'skipped', reason };
    if (testCase.isWrite) remainingWrites -= 1;
    await waitForTurn();

    const request = {
      ...testCase.request,
      headers: mergeHeaders(
        customHeaders(testCase),
        testCase.request.headers,
        cookies ? { Cookie: cookies } : {},
      ),
    };
    const result = await sendRequest(request, target, timeoutMs);
    countFailures(testCase.operation, result);
    return { kind: 'sent', testCase, request, result, curl: curlCommand(request, target) };
  };

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
    if (kind !== 'missing credentials' && kind !== 'invalid credentials') return headers;
    const names = operation.security.flat().map(({ type, in: location, key = '' }) => {
      if (type !== 'apiKey') return 'authorization';
      return location === 'cookie' ? 'cookie' : key.toLowerCase();
    });
    return omitHeaders(headers, new Set(names));
  }
}
