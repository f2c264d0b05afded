import type { Contract } from '../../../mock-api/contract/contract.ts';
import { headerText } from '../../../mock-api/contract/http/httpMessage.ts';
import { isObject } from '../../../mock-api/contract/jsonPointer.ts';
import { findHeaderProblems } from '../../../mock-api/contract/validate/validateMessage.ts';
import { toRequestMessage } from '../plan/classifyRequest.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import type { MessageProblem } from './caseResult.ts';

/** Creates the function that finds what HTTP itself forbids in a response, whatever the contract says. */
export function createMessageCheck(contract: Contract) {
  const lengthOfGet = new Map<string, string | undefined>();

  return function findMessageProblem(
    testCase: TestCase,
    request: WireRequest,
    response: HttpResponse,
  ): MessageProblem | undefined {
    const lengthProblem = findLengthProblem(request, response);
    const { headers } = toRequestMessage(request);
    const [problem] = findHeaderProblems(contract, testCase.operation, headers, response);
    if (!problem) return lengthProblem;
    const { header, reason, expected } = problem;
    const isCoding = header === 'content-encoding';
    return {
      check: isCoding ? 'content_encoding_conformance' : 'response_headers_conformance',
      message: `The header "${header}" ${reason}.`,
      expected,
    };
  };

  /** RFC 9110, 8.6: the length of HEAD is that of GET. */
  function findLengthProblem(
    { method, target, headers: sent }: WireRequest,
    { status, headers }: HttpResponse,
  ): MessageProblem | undefined {
    const length = headerText(headers, 'content-length');
    if (status !== 200) return undefined;
    const key = JSON.stringify([target, sent]);
    if (method === 'GET') lengthOfGet.set(key, length);
    const expected = method === 'HEAD' ? lengthOfGet.get(key) : undefined;
    if (expected === undefined || length === undefined || expected === length) return undefined;
    const message = `Content-Length of HEAD is ${length}, unlike that of GET.`;
    const check = 'response_headers_conformance';
    return { check, message, expected: `Content-Length: ${expected}, or none` };
  }
}

/** RFC 9457, 3.1.2: the member `status` is that of the response. */
export function findProblemStatus({
  status,
  headers,
  body,
}: HttpResponse): MessageProblem | undefined {
  const type = headerText(headers, 'content-type') ?? '';
  if (!body || !/^application\/problem\+json\b/i.test(type)) return undefined;
  const problem = parseJson(body);
  const stated = isObject(problem) ? problem.status : undefined;
  if (typeof stated !== 'number' || stated === status) return undefined;
  const message = `The problem details have the status ${stated}, but the response has ${status}.`;
  return { check: 'response_schema_conformance', message, expected: `"status": ${status}` };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
