import { headerText, isRecord, type Violation } from '#contract';
import { readJson } from '../send/sendRequest.ts';
import {
  type Check,
  type Exchange,
  type Finding,
  isSuccess,
  problemsOf,
  quoteContract,
} from './check.ts';

export const statusCodeConformance = {
  name: 'status_code_conformance',
  promise: 'The operation declares the status.',
  hint: 'Declare this status in the contract or map it to a declared one. Frameworks often have default error pages with other statuses.',
  appliesTo: () => true,
  run: (exchange) => {
    const declared = exchange.testCase.operation.responses.map(({ status }) => status);
    const expected = `one of ${declared.join(', ')}`;
    return violationsOf(exchange, 'response.status').map((it) => ({ ...it, expected }));
  },
} as const satisfies Check;

export const contentTypeConformance = {
  name: 'content_type_conformance',
  promise: 'The status declares the media type; JSON is UTF-8.',
  hint: 'Set Content-Type as the contract declares it for this status, also in error handlers.',
  appliesTo: () => true,
  run: (exchange) => violationsOf(exchange, 'response.media-type'),
} as const satisfies Check;

export const contentEncodingConformance = {
  name: 'content_encoding_conformance',
  promise: 'A body that is labelled as compressed can be decompressed.',
  hint: 'Set Content-Encoding only on bodies that are compressed. Proxies sometimes decompress a body and keep the header.',
  appliesTo: () => true,
  run: (exchange) => {
    const { encodingError: message } = exchange.response;
    const problems = problemsOf(exchange, (location) => location === 'header content-encoding');
    if (message === undefined) return problems;

    const { pointer } = exchange.testCase.operation;
    return [{ message, expected: 'a body in the declared encoding', pointer }, ...problems];
  },
} as const satisfies Check;

export const responseSchemaConformance = {
  name: 'response_schema_conformance',
  promise: 'The body matches its schema, including formats.',
  hint: 'Compare the body with the schema at this line. Serializers often drop nulls, rename fields and turn numbers into strings.',
  appliesTo: () => true,
  run: (exchange) => [
    ...violationsOf(exchange, 'response.syntax', 'response.body'),
    ...problemsOf(exchange, (location) => location.startsWith('body')),
    ...findMalformedProblem(exchange),
  ],
} as const satisfies Check;

export const responseHeadersConformance = {
  name: 'response_headers_conformance',
  promise: 'Required headers are present; declared headers match their schemas.',
  hint: 'Set the header as the schema at this line declares, on every response with this status.',
  appliesTo: () => true,
  run: (exchange) => [
    ...violationsOf(exchange, 'response.header').map((finding) => {
      const name = finding.location.replace(/^header /, '').split('/')[0] ?? '';
      const text = headerText(exchange.response.headers, name);
      return { ...finding, received: text === undefined ? 'no such header' : `${name}: ${text}` };
    }),
    ...problemsOf(
      exchange,
      (location) => location.startsWith('header') && location !== 'header content-encoding',
    ),
    ...findHeadLength(exchange),
  ],
} as const satisfies Check;

function violationsOf({ contract, violations }: Exchange, ...rules: Violation['rule'][]) {
  return violations
    .filter(({ rule }) => rules.includes(rule))
    .map(({ rule, message, location, pointer }) => {
      const expected = quoteContract(contract, pointer);
      return { rule, message, location, pointer, expected };
    });
}

const problemMembers = {
  type: 'string',
  title: 'string',
  status: 'number',
  detail: 'string',
  instance: 'string',
};

/** RFC 9457, 3.1: problem details that no schema describes, as those of an undeclared method. */
function findMalformedProblem({ response, violations }: Exchange): Finding[] {
  const type = headerText(response.headers, 'content-type') ?? '';
  if (violations.length > 0 || !response.body || !/^application\/problem\+json\b/i.test(type)) {
    return [];
  }
  const problem = readJson(response);
  const expected = 'an object as RFC 9457 defines it';
  if (!isRecord(problem)) return [{ message: 'The problem details are no object.', expected }];

  const wrong = Object.entries(problemMembers).filter(
    ([name, it]) => (problem[name] ?? undefined) !== undefined && typeof problem[name] !== it,
  );
  return wrong.map(([name, it]) => {
    const message = `The problem's "${name}" is no ${it}.`;
    return { message, expected, location: `body/${name}` };
  });
}

/** RFC 9110, 8.6: the length of HEAD is that of GET. */
function findHeadLength({ request, response, earlier }: Exchange): Finding[] {
  const length = headerText(response.headers, 'content-length');
  if (request.method !== 'HEAD' || response.status !== 200 || length === undefined) return [];

  const keyOf = (sent: Exchange['request']) => JSON.stringify([sent.target, sent.headers]);
  const get = earlier.findLast(
    (it) =>
      it.request.method === 'GET' && isSuccess(it.response) && keyOf(it.request) === keyOf(request),
  );
  const expected = get && headerText(get.response.headers, 'content-length');
  if (expected === undefined || expected === length) return [];

  const message = `Content-Length of HEAD is ${length}, unlike that of GET.`;
  return [{ message, expected: `Content-Length: ${expected}, or none` }];
}
