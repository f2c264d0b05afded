import type { Contract, Operation } from '../contract.ts';
import { parseJson } from '../http/createMessageParser.ts';
import { declaresHeader } from '../http/findResponse.ts';
import { headerText } from '../http/httpMessage.ts';
import { essenceOf, isProblem } from '../http/mediaType.ts';
import { retryAfterPattern } from '../http/retryAfter.ts';
import { isObject } from '../jsonPointer.ts';
import { createViolation, shorten, type Violation } from '../violation.ts';
import { findCacheProblem } from './findCacheProblem.ts';
import { findDisclosure } from './findDisclosure.ts';
import type { MessageProblem, ReceivedMessage, SentMessage } from './messageProblem.ts';

/** The content codings of IANA's registry that common clients can decode. */
const contentCodings = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'identity'];

/** Headers that must not occur twice with different values (RFC 9110, 5.3). */
const singleHeaders = ['content-type', 'etag', 'last-modified', 'location', 'retry-after'];

/** Returns the violations of HTTP in a response, which do not depend on the contract. */
export function validateMessage(
  contract: Contract,
  operation: Operation,
  sent: SentMessage,
  received: ReceivedMessage,
): Violation[] {
  const { pointer } = operation;
  return findMessageProblems(contract, operation, sent, received).map(
    ({ location, reason, expected, isDisclosure }) => {
      const rule = location.startsWith('header') ? 'response.header' : 'response.body';
      const sentence = isDisclosure ? reason : `${reason}; expected ${expected}`;
      return createViolation(contract, { rule, location, pointer, reason: sentence });
    },
  );
}

/** Finds violations of HTTP and of problem details, and internal details of the server, in a response. */
export function findMessageProblems(
  contract: Contract,
  operation: Operation,
  sent: SentMessage,
  received: ReceivedMessage,
): MessageProblem[] {
  return [
    findFramingProblem(received),
    findCodingProblem(received),
    findCacheProblem(contract, operation, received),
    findRepeatedHeader(received),
    findMalformedHeader(operation, received),
    findProblemStatus(received),
    findDisclosure(sent, received),
  ].filter((problem) => problem !== undefined);
}

/** Finds a header about the length of a body that cannot exist (RFC 9110, 8.6, and RFC 9112, 6.1). */
function findFramingProblem({ status, headers }: ReceivedMessage): MessageProblem | undefined {
  if (status !== 204) return undefined;

  const header = ['content-length', 'transfer-encoding'].find((name) => headers[name]);
  if (header === undefined) return undefined;

  return {
    location: `header ${header}`,
    reason: 'is sent with status 204',
    expected: 'no such header',
  };
}

/** Finds a content coding that HTTP does not have (RFC 9110, 8.4). */
function findCodingProblem({ headers }: ReceivedMessage): MessageProblem | undefined {
  const text = headerText(headers, 'content-encoding')?.toLowerCase() ?? '';
  const codings = text.split(/[\s,]+/).filter((coding) => coding !== '');
  const unknown = codings.find((coding) => !contentCodings.includes(coding));
  if (unknown === undefined) return undefined;

  return {
    location: 'header content-encoding',
    reason: `is "${shorten(unknown)}", which is no content coding of HTTP`,
    expected: `one of ${contentCodings.join(', ')}`,
  };
}

function findRepeatedHeader({ rawHeaders = [] }: ReceivedMessage): MessageProblem | undefined {
  const header = singleHeaders.find((name) => {
    const values = rawHeaders.filter(
      (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
    );
    return new Set(values).size > 1;
  });
  if (header === undefined) return undefined;

  const reason = 'occurs more than once, with different values';
  return { location: `header ${header}`, reason, expected: 'one value' };
}

/** Headers with values that HTTP (RFC 9110, 5.6.7 and 10.2.3) or common practice defines. */
const definedHeaders: readonly [names: RegExp, pattern: RegExp, expected: string][] = [
  [/^retry-after$/, retryAfterPattern, 'a number of seconds or a date'],
  [
    /^(date|last-modified)$/,
    /^\w{3,9}, ?\d\d[ -]\w{3}[ -]\d{2,4} [\d:]{8} GMT$|^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/,
    'a date of HTTP',
  ],
  [
    /^(x-)?rate-?limit(-limit|-remaining|-reset)?$/,
    /^(?!(NaN|undefined|null|Infinity)?$|\[object )/,
    'a number',
  ],
];

/** Finds a header with a malformed value, unless the contract declares the header. */
function findMalformedHeader(
  operation: Operation,
  { status, headers }: ReceivedMessage,
): MessageProblem | undefined {
  for (const name of Object.keys(headers)) {
    const [, pattern, expected] = definedHeaders.find(([names]) => names.test(name)) ?? [];
    const text = headerText(headers, name) ?? '';
    if (!pattern || !expected || pattern.test(text)) continue;
    if (declaresHeader(operation, status, name)) continue;

    return { location: `header ${name}`, reason: `is "${shorten(text)}"`, expected };
  }
  return undefined;
}

/** Finds problem details with another status than the response (RFC 9457, 3.1.2). */
function findProblemStatus({ status, headers, body }: ReceivedMessage): MessageProblem | undefined {
  if (!body || !isProblem(essenceOf(headerText(headers, 'content-type')))) return undefined;

  const problem = parseJson(Buffer.from(body).toString());
  const stated = isObject(problem) ? problem.status : undefined;
  if (typeof stated !== 'number' || stated === status) return undefined;

  const reason = `is ${stated}, but the response has ${status}`;
  return { location: 'body/status', reason, expected: `"status": ${status}` };
}
