import {
  type Contract,
  createResponseValidator,
  findResponse,
  hasCredentials,
  headerText,
  isRecord,
  shorten,
  splitPointer,
  type Violation,
  valueAt,
} from '../../../mock-api/contract/index.ts';
import type { CheckName } from '../plan/checks.ts';
import { toRequestMessage } from '../plan/classifyRequest.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { SentCase } from '../send/sender.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import type { CaseResult, CheckFailure, FailureDetails } from './caseResult.ts';
import { createResponseComparison } from './compareResponses.ts';
import { describeResult } from './describeResult.ts';
import { evaluateStatus, type StatusEvaluation } from './evaluateStatus.ts';
import { createMessageCheck } from './findMessageFailures.ts';

interface Evaluation {
  status: CaseResult['status'];
  failures: readonly FailureDetails[];
}

const checkByRule: Partial<Record<Violation['rule'], CheckName>> = {
  'response.status': 'status_code_conformance',
  'response.header': 'response_headers_conformance',
  'response.media-type': 'content_type_conformance',
  'response.syntax': 'response_schema_conformance',
  'response.body': 'response_schema_conformance',
};

export interface EvaluateOptions {
  skipChecks: ReadonlySet<CheckName>;
  /** Whether a value that can be used once must be rejected the second time. */
  enforceSingleUse: boolean;
  /** The server, whose own host no response discloses. */
  url: URL;
  /** Any duration is accepted if it is not set. */
  maxResponseTimeMs?: number;
}

export type Evaluate = (sent: SentCase) => Pick<CaseResult, 'status' | 'failures' | 'warnings'>;

/** Creates the function that runs every check on a response, except the skipped ones. */
export function createEvaluator(
  contract: Contract,
  { skipChecks, enforceSingleUse, url, maxResponseTimeMs = Infinity }: EvaluateOptions,
): Evaluate {
  const validateResponse = createResponseValidator(contract);
  const compareResponses = createResponseComparison(contract);
  const findMessageFailures = createMessageCheck(contract, url.origin);
  const limit = `${maxResponseTimeMs / 1000} s`;
  const slowness: FailureDetails = {
    check: 'max_response_time',
    message: `The response took more than ${limit}.`,
    expected: `a response within ${limit}`,
  };
  /** The statuses of limits that are declared where they were first met. */
  const limits = new Set<number>();

  return function evaluate(sent) {
    const { status, failures } = runChecks(sent);
    const reported = failures.filter(({ check }) => !skipChecks.has(check));
    const { id } = sent.testCase.operation;
    const warnings = reported
      .filter(({ isAdvice }) => isAdvice)
      .map(({ message, expected }) => `${id}: ${message} Recommended: ${expected}.`);
    const violations = reported.filter(({ isAdvice }) => !isAdvice);
    if (violations.length > 0) {
      return { status: 'failed', failures: violations.map((it) => locate(sent, it)), warnings };
    }
    return { status: status === 'failed' ? 'inconclusive' : status, failures: [], warnings };
  };

  function runChecks(sent: SentCase): Evaluation {
    for (const { status } of sent.busyResponses) {
      if (findResponse(sent.testCase.operation, status)) limits.add(status);
    }
    const { status, failures } = checkResult(sent);
    const busy = sent.busyResponses.flatMap((response) => checkBusyResponse(sent, response));
    const hasFailed = busy.some(({ isAdvice }) => !isAdvice);
    return { status: hasFailed ? 'failed' : status, failures: [...busy, ...failures] };
  }

  /** Of a response after which the same request was sent again: its status says nothing about the request. */
  function checkBusyResponse(
    { testCase, request }: SentCase,
    response: HttpResponse,
  ): FailureDetails[] {
    const { operation } = testCase;
    const received = describeResult(response);
    const violations =
      testCase.kind === 'undeclared method' ? [] : validateResponse(operation, response);
    return [
      ...violations.map((it) => ({ received, ...describeViolation(testCase, response, it) })),
      ...findMessageFailures(testCase, request, response).map((it) => ({ received, ...it })),
    ];
  }

  function checkResult({ testCase, request, result }: SentCase): Evaluation {
    if (result.kind === 'error') {
      const { message } = result;
      const expected = 'a complete response';
      return { status: 'failed', failures: [{ check: 'response_received', message, expected }] };
    }
    const problems = findMessageFailures(testCase, request, result);
    if (result.status >= 500 && !testCase.toleratedStatuses?.includes(result.status)) {
      const message = `The server returned ${result.status}.`;
      const failure = {
        check: 'not_a_server_error',
        message,
        expected: 'a status below 500',
      } as const;
      const disclosed = problems.filter(({ check }) => check === 'internal_details_disclosure');
      return { status: 'failed', failures: [failure, ...disclosed] };
    }
    const isAuthenticated = hasCredentials(testCase.operation, toRequestMessage(request));
    const context = { contract, isAuthenticated, enforceSingleUse };
    const status = evaluateStatus(testCase, result, context);
    const { encodingProblem } = result;
    if (encodingProblem !== undefined) {
      const check = 'content_encoding_conformance';
      const expected = 'a body in the declared encoding';
      return { status: 'failed', failures: [{ check, message: encodingProblem, expected }] };
    }
    const violations = isDeclaredByOperation(testCase, result, status)
      ? validateResponse(testCase.operation, result)
      : [];
    const difference = compareResponses(testCase, result);
    const isWrong = status.kind === 'failed' || violations.length > 0;
    // One failure per undeclared status is enough: its message lists the declared ones.
    const isUndeclared = violations.some(({ rule }) => rule === 'response.status');
    const failures: FailureDetails[] = [
      ...(result.durationMs > maxResponseTimeMs ? [slowness] : []),
      ...(status.kind === 'failed' && !(isUndeclared && result.status >= 300)
        ? [describeStatusFailure(testCase, status)]
        : []),
      ...violations.map((violation) => describeViolation(testCase, result, violation)),
      ...problems.filter(({ location }) => location !== 'body/status' || !isWrong),
      ...(difference && violations.length === 0 ? [difference] : []),
    ];
    if (failures.some(({ isAdvice }) => !isAdvice)) return { status: 'failed', failures };
    return { status: status.kind === 'passed' ? 'passed' : 'inconclusive', failures };
  }

  function describeStatusFailure(
    { kind, pointer }: TestCase,
    { kind: _, expected, ...evaluation }: Extract<StatusEvaluation, { kind: 'failed' }>,
  ): FailureDetails {
    const reason = kind === 'invalid data' ? ` because of "${quoteContract(pointer)}"` : '';
    return { ...evaluation, expected: expected + reason };
  }

  function describeViolation(
    { operation }: TestCase,
    { status, headers }: HttpResponse,
    { rule, message, location, pointer }: Violation,
  ): FailureDetails {
    const check = checkByRule[rule] ?? 'response_schema_conformance';
    const details = { check, rule, message, location, pointer, expected: quoteContract(pointer) };
    if (rule === 'response.status') {
      const expected = `one of ${operation.responses.map((it) => it.status).join(', ')}`;
      // A gateway has one limit for all operations.
      const isAdvice = limits.has(status) && headers['retry-after'] !== undefined;
      return { ...details, expected, isAdvice };
    }
    if (rule !== 'response.header') return details;
    const name = location.replace(/^header /, '').split('/')[0] ?? '';
    const text = headerText(headers, name);
    return { ...details, received: text === undefined ? 'no such header' : `${name}: ${text}` };
  }

  function locate({ testCase, result }: SentCase, details: FailureDetails): CheckFailure {
    const pointer = details.pointer ?? testCase.pointer;
    return {
      ...details,
      location: details.location ?? 'response',
      received: details.received ?? describeResult(result),
      pointer,
      line: contract.lineOf(pointer),
    };
  }

  /** The keyword of the contract at a pointer, and its value unless that is an object: `maxLength: 500`. */
  function quoteContract(pointer: string): string {
    const name = splitPointer(pointer).at(-1) ?? '';
    const value = valueAt(contract.document, pointer);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return isRecord(value) ? name : `${name}: ${shorten(text)}`;
  }
}

/**
 * Whether the operation's declared responses apply. They do not if HTTP itself defines the
 * response, or if invalid data was accepted, which is already a failure.
 */
function isDeclaredByOperation(
  { kind, operation, toleratedStatuses, mayNotReachOperation }: TestCase,
  response: HttpResponse,
  evaluation: StatusEvaluation,
): boolean {
  const { status } = response;
  if (kind === 'undeclared method' || (mayNotReachOperation && status >= 300)) return false;
  const isDefinedByHttp =
    ['undeclared media type', 'unusual request'].includes(kind) ||
    (['missing credentials', 'invalid credentials'].includes(kind) &&
      evaluation.kind === 'passed') ||
    // Many contracts declare the security of an operation and not the response of a server that enforces it.
    (operation.security.length > 0 && [401, 403].includes(status)) ||
    operation.responses.length === 0 ||
    toleratedStatuses?.includes(status);
  if (isDefinedByHttp) return findResponse(operation, status) !== undefined;
  const isAccepted = status < 300 && evaluation.kind === 'failed';
  return !(
    isAccepted && ['invalid data', 'unknown id', 'used value', 'wrong credentials'].includes(kind)
  );
}
