import {
  findResponse,
  hasCredentials,
  headerText,
  isSingleUse,
  mayPrecede,
  splitTarget,
} from '#contract';
import {
  type Check,
  type Exchange,
  type Expected,
  type Finding,
  isClientError,
  isSuccess,
  type VerifyOptions,
} from '../model.ts';
import { toRequestMessage } from '../send/wireRequest.ts';
import { isInconclusive } from './isInconclusive.ts';
import { propertiesOf } from './propertiesOf.ts';
import { sentSessionIds, setSessionIds } from './sessionCookies.ts';
import { isSecondUse } from './singleUse.ts';

/** Checks that the status is the one that the case expects. */
export const expectedStatus: Check = (exchange, options) => {
  if (isInconclusive(exchange) || isSecondUse(exchange)) return [];

  const finding = rules[exchange.expected](exchange, options);
  return finding ? [finding] : [];
};

type Rule = (exchange: Exchange, options: VerifyOptions) => Finding | undefined;

const rules: Record<Expected, Rule> = {
  any: () => undefined,
  accept: findRejection,
  reject: findAcceptance,
  'not found': findFoundResource,
  method: findSupportedMethod,
  'media type': findSupportedMediaType,
  unauthorized: findIgnoredCredentials,
};

/** Finds a rejected request that conforms. Quotes the contract's description of the status, which may contain the reason. */
function findRejection(exchange: Exchange, options: VerifyOptions): Finding | undefined {
  const { operation, response } = exchange;
  const { status } = response;
  if (isSuccess(exchange)) return undefined;

  const meaning = findResponse(operation, status)?.description.trim();
  const explanation = meaning ? `; the contract says of ${status}: ${meaning}` : '';
  const expected = `a 2xx status${explanation}`;
  const message = `The server returned ${status} for a request that conforms.`;
  const hint = suggestFix(exchange, options);
  return { check: 'positive_data_acceptance', message, expected, hint };
}

/** Suggests what to check after a rejection. */
function suggestFix(exchange: Exchange, options: VerifyOptions): string | undefined {
  const { role, operation, earlier, request, response } = exchange;
  const { contract, credentials } = options;
  const { status } = response;
  const [id] = status === 401 ? sentSessionIds(contract, request) : [];
  const last = earlier.findLast((it) => id && sentSessionIds(contract, it.request).includes(id));
  if (last && isSuccess(last))
    return `A read in the same session was accepted before, in the case "${last.description}".`;
  if (role === 'sign-in' && status === 401) {
    const isEncoded = /[^\w.-]/.test(credentials?.password ?? '');
    const note = isEncoded ? ', which the form encodes,' : '';
    return `Check VERIFY_USER and VERIFY_PASSWORD${note} and that the account is neither locked nor signed in.`;
  }
  if (role !== 'base') return undefined;
  if (status === 404)
    return 'Check the path of the URL, and that --brief and --value name what exists.';

  const properties = [...propertiesOf(contract, operation.requestBody?.content)];
  const once = properties.find(([, property]) => isSingleUse(contract.document, property));
  if (!once || status !== 400) return undefined;

  return `"${once[0]}" is not real. If the server verifies it (a captcha), use a testing key or a stub.`;
}

/** Finds an accepted request that violates the contract. */
function findAcceptance(
  { pointer, operation, response }: Exchange,
  { contract }: VerifyOptions,
): Finding | undefined {
  if (isClientError(response)) return undefined;

  const declared = operation.responses.flatMap(({ status }) => (/^4/.test(status) ? status : []));
  const message = `The server returned ${response.status} for a request that violates the contract.`;
  const keyword = pointer.slice(pointer.lastIndexOf('/') + 1).replace('~1', '/');
  const expected = `a 4xx status (${declared.join(', ')}) because of line ${contract.lineOf(pointer)} (${keyword})`;
  return { check: 'negative_data_rejection', message, expected };
}

/** Finds a response for an id that does not exist, but for a 404 or 410. */
function findFoundResource(exchange: Exchange): Finding | undefined {
  const { request, response, earlier } = exchange;
  const { status } = response;
  if ([404, 410].includes(status)) return undefined;

  const check = 'unknown_resource_rejection';
  const isMissing = earlier.some((it) => it.response.status === 404 && hasSamePath(it, request));
  const returned = `The server returned ${status} for an id that`;
  if (isSuccess(exchange)) {
    const message = `${returned} ${isMissing ? 'got 404 before' : 'does not exist'}.`;
    return { check, message, expected: '404' };
  }
  const message = isMissing
    ? `The status is ${status}, but 404 with another Accept or method.`
    : `${returned} conforms and does not exist.`;
  return { check, message, expected: '404' };
}

/** Finds a response to an undeclared method that is no 405 with `Allow`. */
function findSupportedMethod(exchange: Exchange, { contract }: VerifyOptions) {
  const { operation, request, response } = exchange;
  if (isFromProxy(exchange)) return undefined;

  const declared = contract.operations
    .filter(({ path }) => path === operation.path)
    .map(({ method }) => method);
  const message = describeMethodResponse(request.method, declared, response);
  if (message === undefined) return undefined;

  const check = 'unsupported_method' as const;
  return { check, message, expected: `405 with Allow: ${declared.join(', ')}` };
}

/** Whether a server in front of the application, such as nginx or a load balancer, may have responded to a method. */
function isFromProxy({ operation, request, response, earlier }: Exchange): boolean {
  const { status } = response;
  // Nothing exists at the path, whatever the method.
  const isMissing = earlier.some(
    (it) => it.role === 'base' && it.response.status === 404 && hasSamePath(it, request),
  );
  // Many routers know HEAD only if it is declared.
  if (status === 404) return isMissing || request.method === 'HEAD';
  if (request.method === 'TRACE' && isClientError(response)) return true;
  return status !== 405 && mayPrecede(operation, { method: request.method, query: '' }, status);
}

/** Describes what is wrong with a response to an undeclared method; undefined if nothing is. */
function describeMethodResponse(
  method: string,
  declared: readonly string[],
  response: Exchange['response'],
): string | undefined {
  // Any resource may support OPTIONS (RFC 9110, 9.3.7).
  if (method === 'OPTIONS' && response.status < 300) return undefined;
  if (response.status !== 405) return `The status for an undeclared method is ${response.status}.`;

  const allow = headerText(response.headers, 'allow');
  if (allow === undefined) return 'The 405 has no Allow header.';

  const allowed = allow.split(',').map((name) => name.trim());
  const missing = declared.filter((name) => !allowed.includes(name));
  if (missing.length > 0) return `Allow does not list ${missing.join(', ')}.`;
  return allowed.includes(method) ? `Allow lists ${method}.` : undefined;
}

/** Finds a response to an undeclared media type that is no 415, or no 4xx if the operation declares no 415. */
function findSupportedMediaType({ operation, response }: Exchange): Finding | undefined {
  const isDeclared = operation.responses.some(({ status }) => status === '415');
  if (isDeclared ? response.status === 415 : isClientError(response)) return undefined;

  const check = 'unsupported_media_type';
  const message = `The status for an undeclared media type is ${response.status}.`;
  return { check, message, expected: isDeclared ? '415' : 'a 4xx status' };
}

/** Finds a response to missing or wrong credentials that is no 401, or no 403 if the operation declares no 401. */
function findIgnoredCredentials(exchange: Exchange, options: VerifyOptions): Finding | undefined {
  const { operation, response, role } = exchange;
  const { status } = response;
  const declares401 = operation.responses.some((it) => it.status === '401');
  const isRejection = role === 'wrong password' ? isClientError(response) : status === 403;
  if (status === 401 || (isRejection && !declares401)) return undefined;

  const message = `The server returned ${status} ${describeCredentials(exchange, options)}.`;
  return { check: 'ignored_auth', message, expected: declares401 ? '401' : '401 or 403' };
}

/** Describes the credentials of a request. */
function describeCredentials(exchange: Exchange, { contract }: VerifyOptions): string {
  const { role, request, earlier } = exchange;
  if (role === 'wrong password') return 'for a wrong user name or password';
  if (lacksCredentials(exchange)) return 'without credentials';

  const begun = earlier
    .filter(isSuccess)
    .flatMap(({ response }) => setSessionIds(contract, response));
  const ids = sentSessionIds(contract, request);
  if (ids.length === 0) return 'for invalid credentials';

  const hasEnded = ids.some((id) => begun.includes(id));
  return `for a session id that ${hasEnded ? 'is no longer valid' : 'no accepted sign-in has set'}`;
}

/** Whether a case tests a request without credentials. */
function lacksCredentials({ operation, request, expected }: Exchange): boolean {
  return expected === 'unauthorized' && !hasCredentials(operation, toRequestMessage(request));
}

function hasSamePath(exchange: Exchange, { target }: Exchange['request']): boolean {
  return splitTarget(exchange.request.target).path === splitTarget(target).path;
}
