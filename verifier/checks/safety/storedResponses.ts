import { headerText, type Operation } from '#contract';
import { type Exchange, type Finding, isSuccess } from '../check.ts';

/** What is true for one moment or one client only. */
const momentaryStatuses = [401, 403, 429, 500, 502, 503, 504];

const expected = 'Cache-Control: no-store';
const location = 'header cache-control';

export function findStoredError({ testCase, response }: Exchange): Finding | undefined {
  const { status } = response;
  const isStored = momentaryStatuses.includes(status) && isFresh(testCase.operation, response);
  if (!isStored) return undefined;

  const message = `Caches store the ${status} and send it again when it is no longer true.`;
  return { message, expected, location };
}

/** A GET that changes state has no effect if the response comes from a cache. */
export function findStoredSignOut(exchange: Exchange): Finding | undefined {
  const { testCase, request, response } = exchange;
  const { operation, isWrite } = testCase;
  const isChange = isWrite && operation.method === 'GET' && request.method === 'GET';
  if (!isChange || !isSuccess(response) || !isFresh(operation, response)) return undefined;

  const message = 'Caches store the response, so that the next request does not reach the server.';
  return { message, expected, location };
}

/** Whether headers make a response fresh for some time (RFC 9111, 4.2), for requests with other cookies too. */
function isFresh(operation: Operation, { status, headers }: Exchange['response']): boolean {
  const declared = operation.responses.find((it) => it.status === String(status))?.headers ?? [];
  if (declared.some(({ name }) => name.toLowerCase() === 'cache-control')) return false;

  const vary = headerText(headers, 'vary') ?? '';
  const control = headerText(headers, 'cache-control') ?? '';
  if (/\*|\bcookie\b|\bauthorization\b/i.test(vary)) return false;
  if (/\bno-(store|cache)\b/i.test(control)) return false;
  if (/\bmax-age\b|\bs-maxage\b/i.test(control)) return /max-?age\s*=\s*"?[1-9]/i.test(control);

  return Date.parse(headerText(headers, 'expires') ?? '') > Date.now();
}
