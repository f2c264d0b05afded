import { headerText } from '#contract';
import type { CaseKind, TestCase } from '../plan/testCase.ts';
import {
  type Check,
  type Exchange,
  type Finding,
  isClientError,
  isSuccess,
  quoteContract,
} from './check.ts';

/** Whether a response tells what a case of one of the kinds tests. */
const tests =
  (...kinds: CaseKind[]) =>
  ({ testCase, isConclusive }: Exchange) =>
    isConclusive && kinds.includes(testCase.kind);

export const positiveDataAcceptance = {
  name: 'positive_data_acceptance',
  promise: 'Data that conforms to the contract is accepted.',
  hint: 'The server is stricter than the contract. Whitespace counts as text: do not trim before the validation.',
  appliesTo: tests('valid data', 'sign-in'),
  run: ({ testCase, response }) => {
    if (isSuccess(response)) return [];

    const isSignIn = testCase.kind === 'sign-in';
    const data = isSignIn ? 'VERIFY_USER and VERIFY_PASSWORD' : 'valid data';
    return describeRejection(testCase, response, `for ${data}`);
  },
} as const satisfies Check;

export const negativeDataRejection = {
  name: 'negative_data_rejection',
  promise: 'Data that violates the contract is rejected.',
  hint: 'The server is more lenient than the contract. Validate this rule before processing the request.',
  appliesTo: tests('invalid data'),
  run: ({ contract, testCase: { operation, pointer, mayNotReachOperation }, response }) => {
    // Routers redirect to a path that they have cleaned.
    const isRouted = mayNotReachOperation === true && [301, 307, 308].includes(response.status);
    if (isClientError(response) || isRouted) return [];

    const statuses = operation.responses.map(({ status }) => status);
    const declared = statuses.filter((status) => /^4/.test(status)).join(', ');
    const reason = quoteContract(contract, pointer);
    const message = `The server returned ${response.status} for invalid data.`;
    return [{ message, expected: `a 4xx status (${declared}) because of "${reason}"` }];
  },
} as const satisfies Check;

export const unsupportedMethod = {
  name: 'unsupported_method',
  promise: 'A method that the path does not declare gets 405 with Allow.',
  hint: 'Route only the declared methods of the path and return 405 with an Allow header that lists them for all others. If the server cannot do this, use --skip-check unsupported_method.',
  appliesTo: tests('undeclared method'),
  run: (exchange) => {
    const { contract, request, testCase, response } = exchange;
    const declared = contract.operations
      .filter(({ path }) => path === testCase.operation.path)
      .map(({ method }) => method);
    const message = describeWrongMethod(request.method, declared, response);
    if (message === undefined) return [];

    return [{ message, expected: `405 with Allow: ${declared.join(', ')}` }];
  },
} as const satisfies Check;

export const unsupportedMediaType = {
  name: 'unsupported_media_type',
  promise: 'A media type that the operation does not declare gets 415.',
  hint: 'Check the Content-Type before parsing the body.',
  appliesTo: tests('undeclared media type'),
  run: ({ testCase: { operation }, response }) => {
    const isDeclared = operation.responses.some(({ status }) => status === '415');
    if (isDeclared ? response.status === 415 : isClientError(response)) return [];

    const expected = isDeclared ? '415' : 'a 4xx status';
    return [{ message: `The status is ${response.status}, not ${expected}.`, expected }];
  },
} as const satisfies Check;

export const ignoredAuth = {
  name: 'ignored_auth',
  promise: 'A protected operation rejects missing and invalid credentials.',
  hint: 'Check the credentials before anything else and return 401.',
  appliesTo: tests('missing credentials', 'invalid credentials', 'wrong credentials'),
  run: ({ testCase: { kind }, response }) => {
    const isSignIn = kind === 'wrong credentials';
    const isRejected = isSignIn ? isClientError(response) : [401, 403].includes(response.status);
    if (isRejected) return [];

    const condition = kind === 'missing credentials' ? `without credentials` : `for ${kind}`;
    const message = `The server returned ${response.status} ${condition}.`;
    return [{ message, expected: isSignIn ? '401' : '401 or 403' }];
  },
} as const satisfies Check;

export const unknownResourceRejection = {
  name: 'unknown_resource_rejection',
  promise: 'An id that only resembles an existing one is not found.',
  hint: 'Compare the whole id exactly: without trimming, prefixes, case folding or a default resource.',
  appliesTo: tests('unknown id'),
  run: (exchange) => {
    const { testCase, response } = exchange;
    if (!isSuccess(response)) return findWrongError(exchange);

    const message = `The server returned ${response.status} for an id that does not exist.`;
    const isAdvice = testCase.kind === 'unknown id' && testCase.isAdvice === true;
    return [{ message, expected: '404', isAdvice }];
  },
} as const satisfies Check;

export const linkConformance = {
  name: 'link_conformance',
  promise: 'Following a link of a response returns the declared status.',
  hint: 'This request used cookies and values of earlier responses. Check how the server handled them.',
  appliesTo: tests('link'),
  run: ({ testCase, response }) => {
    const expected = testCase.kind === 'link' ? testCase.expectedStatus : undefined;
    if (expected === undefined) {
      const condition = 'for the linked request';
      return isSuccess(response) ? [] : describeRejection(testCase, response, condition);
    }
    if (response.status === expected) return [];

    const message = `The status is ${response.status}, not ${expected}.`;
    return [{ message, expected: String(expected) }];
  },
} as const satisfies Check;

/** An id that conforms is missing rather than malformed, with each method and each Accept. */
function findWrongError({ testCase, request, response, earlier }: Exchange): Finding[] {
  const isAdvice = testCase.kind === 'unknown id' && testCase.isAdvice === true;
  if (response.status === 400 && !testCase.mayNotReachOperation && !isAdvice) {
    const message = 'The server returned 400 for an id that conforms and does not exist.';
    return [{ message, expected: '404' }];
  }
  const pathOf = (sent: Exchange['request']) => sent.target.split('?', 1)[0];
  const same = earlier.find(
    (it) =>
      it.testCase.kind === 'unknown id' &&
      it.response.status === 404 &&
      pathOf(it.request) === pathOf(request),
  );
  const isExpected = [0, 404, 429].includes(response.status);
  if (!same || isExpected || testCase.toleratedStatuses?.includes(response.status)) return [];

  const message = `The status is ${response.status}, but 404 for another Accept or method.`;
  return [{ message, expected: '404' }];
}

function describeWrongMethod(
  method: string,
  declared: readonly string[],
  response: Exchange['response'],
): string | undefined {
  // A server may support OPTIONS on any resource (RFC 9110, 9.3.7).
  if (method === 'OPTIONS' && isSuccess(response)) return undefined;
  if (response.status !== 405) return `The status is ${response.status}, not 405.`;

  const allow = headerText(response.headers, 'allow');
  if (allow === undefined) return 'The 405 response has no Allow header.';

  const allowed = allow.split(',').map((name) => name.trim());
  const missing = declared.filter((name) => !allowed.includes(name));
  if (missing.length > 0) return `Allow does not list ${missing.join(', ')}.`;

  return allowed.includes(method) ? `Allow lists ${method}.` : undefined;
}

/** Quotes the contract's description of the status, which often contains the reason. */
function describeRejection(
  { operation }: TestCase,
  { status }: Exchange['response'],
  condition: string,
): Finding[] {
  const declared = operation.responses.find((response) => response.status === String(status));
  const meaning = declared?.description ? ` The contract says: ${declared.description}` : '';
  const message = `The server returned ${status} ${condition}.${meaning}`;
  return [{ message, expected: 'a 2xx status' }];
}
