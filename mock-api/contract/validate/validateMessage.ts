import type { Contract, Operation } from '../contract.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
import { createViolation, shorten, type Violation } from '../violation.ts';
import { findCacheProblem } from './findCacheProblem.ts';
import type { HeaderProblem, ResponseHead } from './headerProblem.ts';

/** IANA's registered content codings, without those that only special clients can decode. */
const contentCodings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'identity'];

/** Headers that must not occur twice with different values (RFC 9110, 5.3). */
const singleHeaders = ['content-type', 'etag', 'last-modified', 'location', 'retry-after'];

/** The violations of HTTP itself in the headers of a response, whatever the contract says. */
export function validateMessage(
  contract: Contract,
  operation: Operation,
  requestHeaders: Headers,
  response: ResponseHead,
): Violation[] {
  return findHeaderProblems(contract, operation, requestHeaders, response).map(
    ({ header, reason, expected }) =>
      createViolation(contract, {
        rule: 'response.header',
        location: `header ${header}`,
        pointer: operation.pointer,
        reason: `${reason}; expected ${expected}`,
      }),
  );
}

/** What HTTP forbids in the headers of a response. */
export function findHeaderProblems(
  contract: Contract,
  operation: Operation,
  requestHeaders: Headers,
  response: ResponseHead,
): HeaderProblem[] {
  return [
    findFramingProblem(response),
    findCodingProblem(requestHeaders, response),
    findCacheProblem(contract, operation, response),
    findRepeatedHeader(response),
  ].filter((problem) => problem !== undefined);
}

/** RFC 9110, 8.6, and RFC 9112, 6.1. */
function findFramingProblem({ status, headers }: ResponseHead): HeaderProblem | undefined {
  if (status !== 204) return undefined;
  const header = ['content-length', 'transfer-encoding'].find((name) => headers[name]);
  if (header === undefined) return undefined;
  return { header, reason: 'is sent with status 204', expected: 'no such header' };
}

/** RFC 9110, 12.5.3: without an acceptable coding, the response is not encoded. */
function findCodingProblem(sent: Headers, { headers }: ResponseHead): HeaderProblem | undefined {
  const header = 'content-encoding';
  const codings = (headerText(headers, header) ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((coding) => coding !== '');
  const unknown = codings.find((coding) => !contentCodings.includes(coding));
  if (unknown !== undefined) {
    const reason = `is "${shorten(unknown)}", which is no content coding of HTTP`;
    return { header, reason, expected: `one of ${contentCodings.join(', ')}` };
  }
  const accepted = headerText(sent, 'accept-encoding');
  if (accepted === undefined) return undefined;
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [coding = '', weight = ''] = part.split(';').map((text) => text.trim().toLowerCase());
      return [coding, !/^q=0(\.0*)?$/.test(weight)];
    }),
  );
  const refused = codings.find(
    (coding) => coding !== 'identity' && !(weights.get(coding) ?? weights.get('*')),
  );
  if (refused === undefined) return undefined;
  const reason = `is ${refused}, but Accept-Encoding is "${shorten(accepted)}"`;
  return { header, reason, expected: 'a coding that the client accepts, or none' };
}

function findRepeatedHeader({ rawHeaders = [] }: ResponseHead): HeaderProblem | undefined {
  const header = singleHeaders.find((name) => {
    const values = rawHeaders.filter(
      (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
    );
    return new Set(values).size > 1;
  });
  if (header === undefined) return undefined;
  return { header, reason: 'occurs more than once, with different values', expected: 'one value' };
}
