import {
  type Contract,
  createResponseValidator,
  findMessageProblems,
  findResponse,
} from '#contract';
import type { Check, CheckOptions, Exchange, Finding } from '../checks/check.ts';
import { type CheckName, checks } from '../checks/checks.ts';
import { responseReceived } from '../checks/completeResponses.ts';
import { hintOf } from '../checks/hints.ts';
import { suppressions } from '../checks/suppressions.ts';
import { toRequestMessage } from '../plan/findViolations.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { SentCase } from '../send/Sender.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import type { CaseResult, CheckFailure } from './caseResult.ts';
import { describeResult } from './describeResult.ts';
import { isConclusive } from './isConclusive.ts';

export interface EvaluateOptions extends CheckOptions {
  skipChecks: ReadonlySet<CheckName>;
}

export type Evaluate = ReturnType<typeof createEvaluator>;

/** Creates the function that runs every check on a response, and reports what neither is skipped nor suppressed. */
export function createEvaluator(contract: Contract, options: EvaluateOptions) {
  const validateResponse = createResponseValidator(contract);
  const earlier: Exchange[] = [];

  return function evaluate(
    sent: SentCase,
    base: CaseResult | undefined,
  ): Pick<CaseResult, 'status' | 'failures' | 'warnings'> {
    const { testCase, result, busyResponses } = sent;
    const retried = busyResponses.map((response) => createExchange(sent, response, base, true));
    const response = result.kind === 'response' ? result : noResponse;
    const error = result.kind === 'error' ? result.message : undefined;
    const last = { ...createExchange(sent, response, base, false), error };

    const found = [...retried, last].flatMap((exchange) => {
      const findings = runChecks(exchange);
      earlier.push(exchange);
      return findings;
    });

    const reported = found.filter(({ check }) => !options.skipChecks.has(check));
    const failures = reported.filter(({ isAdvice }) => !isAdvice);
    const warnings = reported
      .filter(({ isAdvice }) => isAdvice)
      .map((it) => `${testCase.operation.id}: ${it.message} Recommended: ${it.expected}.`);

    if (failures.length > 0) return { status: 'failed', failures, warnings };

    // A skipped check leaves it open whether the response conforms.
    const isPassed = last.isConclusive && found.every(({ isAdvice }) => isAdvice);
    return { status: isPassed ? 'passed' : 'inconclusive', failures, warnings };
  };

  function createExchange(
    { testCase, request }: SentCase,
    response: HttpResponse,
    base: CaseResult | undefined,
    isRetried: boolean,
  ): Exchange {
    const { headers, body } = toRequestMessage(request);
    const text = `${options.url.origin} ${request.target} ${Buffer.from(body)}`;
    const isDeclared = isDeclaredByOperation(testCase, response);
    return {
      contract,
      options,
      testCase,
      request,
      response,
      error: undefined,
      isRetried,
      isConclusive: isConclusive(testCase, response.status, base),
      violations: isDeclared ? validateResponse(testCase.operation, response) : [],
      problems: findMessageProblems(contract, testCase.operation, { headers, text }, response),
      earlier,
    };
  }
}

/** What the checks find in a response, without what another finding explains. */
function runChecks(exchange: Exchange): CheckFailure[] {
  const { testCase, response, error, contract } = exchange;
  const found = findAll(exchange);
  const suppressed = suppressions
    .filter(({ by, when }) => {
      const isCaused = found.some(({ check }) => by.includes(check));
      return isCaused && (when === undefined || when(exchange));
    })
    .flatMap((row) => row.suppressed);

  return found
    .filter(({ check }) => !suppressed.includes(check))
    .map((finding) => {
      const { pointer = testCase.pointer, location = 'response', received } = finding;
      return {
        ...finding,
        location,
        pointer,
        line: contract.lineOf(pointer),
        received: received ?? error ?? describeResult(response),
      };
    });
}

function findAll(exchange: Exchange): NamedFinding[] {
  // Without a response there is nothing else to check.
  const applicable: readonly Check[] = exchange.error === undefined ? checks : [responseReceived];
  return applicable
    .filter((check) => check.appliesTo(exchange))
    .flatMap((check) => {
      const name = check.name as CheckName;
      return check.run(exchange).map((it): NamedFinding => {
        return { ...it, check: name, hint: it.hint ?? hintOf(check, exchange) };
      });
    });
}

type NamedFinding = Finding & Pick<CheckFailure, 'check' | 'hint'>;

const noResponse: HttpResponse = {
  kind: 'response',
  status: 0,
  headers: {},
  body: undefined,
  durationMs: 0,
};

const rejections = [401, 403];

/** Whether the operation's declared responses apply. They do not if HTTP itself defines the response. */
function isDeclaredByOperation(
  { kind, operation, toleratedStatuses, mayNotReachOperation }: TestCase,
  { status }: HttpResponse,
): boolean {
  if (kind === 'undeclared method' || (mayNotReachOperation && status >= 300)) return false;

  const isDeclared = (each: number) => findResponse(operation, each) !== undefined;
  const isDefinedByHttp =
    ['undeclared media type', 'unusual request'].includes(kind) ||
    // Many contracts declare the security of an operation and not how missing credentials are rejected.
    (operation.security.length > 0 &&
      rejections.includes(status) &&
      !rejections.some(isDeclared)) ||
    operation.responses.length === 0 ||
    toleratedStatuses?.includes(status);
  return !isDefinedByHttp || isDeclared(status);
}
