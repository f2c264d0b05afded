import {
  type Contract,
  findResponse,
  headerText,
  isBusy,
} from '../../../mock-api/contract/index.ts';
import type { CheckName } from '../plan/checks.ts';
import type { CaseKind, TestCase } from '../plan/testCase.ts';
import type { HttpResponse } from '../send/sendRequest.ts';

export type StatusEvaluation =
  | { kind: 'passed' }
  /** The server may not have the ids or credentials in the request. */
  | { kind: 'inconclusive' }
  | { kind: 'failed'; check: CheckName; message: string; expected: string; isAdvice?: boolean };

interface Context {
  contract: Contract;
  isAuthenticated: boolean;
  /** Whether a value that can be used once must be rejected the second time. */
  enforceSingleUse: boolean;
}

type Evaluator = (testCase: TestCase, response: HttpResponse, context: Context) => StatusEvaluation;

const passed: StatusEvaluation = { kind: 'passed' };
const inconclusive: StatusEvaluation = { kind: 'inconclusive' };

/** Whether the status may mean that the server does not know the value, rather than a failure. */
export function isInconclusiveStatus(status: number): boolean {
  return [401, 403, 404].includes(status);
}

/** Evaluates whether the status of a response is correct for the kind of the test case. */
export function evaluateStatus(
  testCase: TestCase,
  response: HttpResponse,
  context: Context,
): StatusEvaluation {
  const { status } = response;
  if (isBusy(status) || testCase.toleratedStatuses?.includes(status)) return inconclusive;
  return evaluators[testCase.kind](testCase, response, context);
}

const evaluators = {
  'valid data': (testCase, { status }) => {
    if (isSuccess(status) || isOnlyDeclared(testCase, status)) return passed;
    const { usesExistingValues, isInSession = false } = testCase;
    const mayBeUnknown = isInconclusiveStatus(status) && !(isInSession && status === 401);
    if (!usesExistingValues && mayBeUnknown) return inconclusive;
    return rejected(testCase, status, 'positive_data_acceptance', 'for valid data');
  },

  'invalid data': ({ operation }, { status }) => {
    if (isClientError(status)) return passed;
    const declared = operation.responses.filter((response) => /^4/.test(response.status));
    const statuses = declared.map((response) => response.status).join(', ');
    const message = `The server returned ${status} for invalid data.`;
    return failed('negative_data_rejection', message, `a 4xx status (${statuses})`);
  },

  'undeclared method': ({ request, operation }, response, { contract, isAuthenticated }) => {
    const { status, headers } = response;
    const isProtected = operation.security.length > 0 && !isAuthenticated;
    if (isProtected && (status === 401 || status === 403)) return inconclusive;
    // A server may support OPTIONS on any resource (RFC 9110, 9.3.7).
    if (request.method === 'OPTIONS' && isSuccess(status)) return passed;
    const declared = contract.operations
      .filter(({ path }) => path === operation.path)
      .map(({ method }) => method);
    const fail = (message: string) =>
      failed('unsupported_method', message, `405 with Allow: ${declared.join(', ')}`);
    if (status !== 405) return fail(`The status is ${status}, not 405.`);
    const allow = headerText(headers, 'allow');
    if (allow === undefined) return fail('The 405 response has no Allow header.');
    const allowed = allow.split(',').map((name) => name.trim());
    const missing = declared.filter((name) => !allowed.includes(name));
    if (missing.length > 0) return fail(`Allow does not list ${missing.join(', ')}.`);
    if (allowed.includes(request.method)) return fail(`Allow lists ${request.method}.`);
    return passed;
  },

  'unusual request': () => passed,

  'unknown id': ({ isAdvice = false }, { status }) => {
    if (!isSuccess(status)) return passed;
    const message = `The server returned ${status} for an id that does not exist.`;
    return { ...failed('unknown_resource_rejection', message, '404'), isAdvice };
  },

  'used value': ({ description }, { status }, { enforceSingleUse }) => {
    if (isClientError(status)) return passed;
    const message = `The server returned ${status} for the second use. ${description}`;
    const isAdvice = !enforceSingleUse;
    return { ...failed('single_use', message, 'a 4xx status (--enforce-single-use)'), isAdvice };
  },

  'undeclared media type': ({ operation }, { status }) => {
    const isDeclared = findResponse(operation, 415) !== undefined;
    if (isDeclared ? status === 415 : isClientError(status)) return passed;
    const expected = isDeclared ? '415' : 'a 4xx status';
    const message = `The status is ${status}, not ${expected}.`;
    return failed('unsupported_media_type', message, expected);
  },

  'missing credentials': (_, { status }) => evaluateAuth(status, 'without credentials'),
  'invalid credentials': (_, { status }) => evaluateAuth(status, 'with invalid credentials'),

  'wrong credentials': (_, { status }) => {
    if (isClientError(status)) return passed;
    const message = `The server returned ${status} for wrong credentials.`;
    return failed('ignored_auth', message, '401');
  },

  link: (testCase, { status }) => {
    const { expectedStatus } = testCase;
    if (expectedStatus === undefined) {
      return isSuccess(status)
        ? passed
        : rejected(testCase, status, 'link_conformance', 'for the linked request');
    }
    if (status === expectedStatus) return passed;
    const message = `The status is ${status}, not ${expectedStatus}.`;
    return failed('link_conformance', message, String(expectedStatus));
  },
} satisfies Record<CaseKind, Evaluator>;

function evaluateAuth(status: number, condition: string): StatusEvaluation {
  if (status === 401 || status === 403) return passed;
  return failed('ignored_auth', `The server returned ${status} ${condition}.`, '401 or 403');
}

/** Quotes the contract's description of the status, which often contains the reason. */
function rejected({ operation }: TestCase, status: number, check: CheckName, condition: string) {
  const declared = operation.responses.find((response) => response.status === String(status));
  const meaning = declared?.description ? ` The contract says: ${declared.description}` : '';
  const message = `The server returned ${status} ${condition}.${meaning}`;
  return failed(check, message, 'a 2xx status');
}

function failed(check: CheckName, message: string, expected: string) {
  return { kind: 'failed', check, message, expected } as const;
}

/** Whether the operation declares this status and no success, as a download from elsewhere does, or one that is gone. */
function isOnlyDeclared({ operation }: TestCase, status: number): boolean {
  const declaresSuccess = operation.responses.some((one) => /^2|^default$/.test(one.status));
  return status < 500 && !declaresSuccess && findResponse(operation, status) !== undefined;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isClientError(status: number): boolean {
  return status >= 400 && status < 500;
}
