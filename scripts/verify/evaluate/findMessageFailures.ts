import {
  type Contract,
  findMessageProblems,
  headerText,
} from '../../../mock-api/contract/index.ts';
import type { CheckName } from '../plan/checks.ts';
import { toRequestMessage } from '../plan/classifyRequest.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import type { FailureDetails } from './caseResult.ts';

/** Creates the function that finds what no response may be, whatever the contract says. */
export function createMessageCheck(contract: Contract, origin: string) {
  const lengthOfGet = new Map<string, string | undefined>();

  return function findMessageFailures(
    { operation }: TestCase,
    request: WireRequest,
    response: HttpResponse,
  ): FailureDetails[] {
    const { headers, body } = toRequestMessage(request);
    const sent = { headers, text: `${origin} ${request.target} ${Buffer.from(body)}` };
    const problems = findMessageProblems(contract, operation, sent, response);
    const lengthProblem = findLengthProblem(request, response);
    return [
      ...(lengthProblem ? [lengthProblem] : []),
      ...problems.map(({ location, reason, expected, isAdvice, isDisclosure }) => ({
        check: checkOf(location, isDisclosure),
        message: `The ${location.replace(/^(\w+)[ /](.*)/, '$1 "$2"')} ${reason}.`,
        expected,
        location,
        pointer: operation.pointer,
        ...(isAdvice && { isAdvice }),
      })),
    ];
  };

  /** RFC 9110, 8.6: the length of HEAD is that of GET. */
  function findLengthProblem(
    { method, target, headers: sent }: WireRequest,
    { status, headers }: HttpResponse,
  ): FailureDetails | undefined {
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

function checkOf(location: string, isDisclosure = false): CheckName {
  if (isDisclosure) return 'internal_details_disclosure';
  if (location === 'header content-encoding') return 'content_encoding_conformance';
  return location.startsWith('header')
    ? 'response_headers_conformance'
    : 'response_schema_conformance';
}
