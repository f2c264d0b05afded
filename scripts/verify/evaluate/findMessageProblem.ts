import { headerText } from '../../../mock-api/contract/http/httpMessage.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import type { CheckFailure } from './caseResult.ts';

type Problem = Pick<CheckFailure, 'check' | 'message' | 'expected'>;

/** IANA's registered content codings, without those that only special clients can decode. */
const contentCodings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'identity'];

/** Creates the function that finds what HTTP itself forbids in a response, whatever the contract says. */
export function createMessageCheck() {
  const lengthOfGet = new Map<string, string | undefined>();

  return function findMessageProblem(
    testCase: TestCase,
    request: WireRequest,
    response: HttpResponse,
  ): Problem | undefined {
    return (
      findFramingProblem(request, response) ??
      findCodingProblem(request, response) ??
      findCacheProblem(testCase, response)
    );
  };

  /** RFC 9110, 8.6. */
  function findFramingProblem(
    { method, target, headers: sent }: WireRequest,
    { status, headers }: HttpResponse,
  ): Problem | undefined {
    const length = headerText(headers, 'content-length');
    const check = 'response_headers_conformance';
    if (status === 204 && (length !== undefined || headers['transfer-encoding'])) {
      const message = 'A 204 response has Content-Length or Transfer-Encoding.';
      return { check, message, expected: 'neither of them' };
    }
    if (status !== 200) return undefined;
    const key = JSON.stringify([target, sent]);
    if (method === 'GET') lengthOfGet.set(key, length);
    const expected = method === 'HEAD' ? lengthOfGet.get(key) : undefined;
    if (expected === undefined || length === undefined || expected === length) return undefined;
    const message = `Content-Length of HEAD is ${length}, unlike that of GET.`;
    return { check, message, expected: `Content-Length: ${expected}, or none` };
  }
}

/** RFC 9110, 12.5.3: without an acceptable coding, the response is not encoded. */
function findCodingProblem(
  { headers: sent }: WireRequest,
  { headers }: HttpResponse,
): Problem | undefined {
  const check = 'content_encoding_conformance';
  const codings = (headerText(headers, 'content-encoding') ?? '').toLowerCase().split(/[\s,]+/);
  const unknown = codings.find((coding) => coding !== '' && !contentCodings.includes(coding));
  if (unknown !== undefined) {
    const message = `Content-Encoding is "${unknown}", which is no content coding of HTTP.`;
    return { check, message, expected: `one of ${contentCodings.join(', ')}` };
  }
  const accepted = sent['Accept-Encoding'];
  if (accepted === undefined) return undefined;
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [coding = '', weight = ''] = part.split(';').map((text) => text.trim().toLowerCase());
      return [coding, !/^q=0(\.0*)?$/.test(weight)];
    }),
  );
  const refused = codings.find(
    (coding) => !['', 'identity'].includes(coding) && !(weights.get(coding) ?? weights.get('*')),
  );
  if (refused === undefined) return undefined;
  const message = `Content-Encoding is ${refused}, but Accept-Encoding is "${accepted}".`;
  return { check, message, expected: 'a coding that the client accepts, or none' };
}

/** RFC 9111, 3: a response for one user must not be stored for others. */
function findCacheProblem(
  { operation }: TestCase,
  { status, headers }: HttpResponse,
): Problem | undefined {
  const control = headerText(headers, 'cache-control') ?? '';
  const isPersonal = operation.security.length > 0 || headers['set-cookie'] !== undefined;
  if (status >= 300 || !isPersonal || /\b(private|no-store)\b/i.test(control)) return undefined;
  const isShared = /\bpublic\b|\bs-maxage\s*=\s*"?[1-9]/i.test(control);
  const isStored = operation.security.length > 0 && /\bmax-age\s*=\s*"?[1-9]/i.test(control);
  if (!isShared && !isStored) return undefined;
  const message = 'Cache-Control lets shared caches store a response for one user.';
  return { check: 'response_headers_conformance', message, expected: 'private or no-store' };
}
