import {
  createResponseValidator,
  findResponse,
  isBusy,
  isOfServer,
  type Operation,
  type ResponseModel,
  splitTarget,
  type Violation,
} from '#contract';
import type { Check, Exchange, Finding, VerifyOptions } from '../model.ts';
import type { CheckName } from './checkNames.ts';

/** The check for a violated rule of the contract; `response_schema_conformance` for all other rules. */
const checkOfRule: Partial<Record<Violation['rule'], CheckName>> = {
  'response.status': 'status_code_conformance',
  'response.media-type': 'content_type_conformance',
  'response.header': 'response_headers_conformance',
};

/** Creates the check that finds violations of the declared responses. */
export function createDeclaredResponseCheck({ contract }: VerifyOptions): Check {
  const validateResponse = createResponseValidator(contract);
  return (exchange) => {
    if (!isFromOperation(exchange)) return [];

    const violations = validateResponse(exchange.operation, exchange.response);
    // A limit or a firewall in front of the server has a page of its own.
    const { status } = exchange.response;
    const isPage = violations.some(({ rule }) => rule === 'response.media-type');
    if ((isBusy(status) || status === 403) && isPage) return [];
    return violations.map((violation) => describeViolation(violation, exchange));
  };
}

/** Whether the operation has sent a response, rather than a router or a server in front of it. */
function isFromOperation({ expected, operation, request, response, tolerated }: Exchange): boolean {
  const { status } = response;
  if (expected === 'method' || tolerated.includes(status)) return false;

  const isDeclared = findResponse(operation, status) !== undefined;
  // The contract should tell clients of a limit.
  if (isBusy(status)) return true;
  if (expected === 'any' || expected === 'media type') return isDeclared;

  const { query } = splitTarget(request.target);
  return !isOfServer(operation, { method: request.method, query }, response);
}

function describeViolation(
  { rule, message, pointer }: Violation,
  { operation, response }: Exchange,
): Finding {
  const check = checkOfRule[rule] ?? 'response_schema_conformance';
  const declared = findResponse(operation, response.status);
  return { check, message, expected: describeDeclared(rule, operation, declared), pointer };
}

/** Describes what the contract declares in the place of a violation. */
function describeDeclared(
  rule: Violation['rule'],
  { responses }: Operation,
  declared: ResponseModel | undefined,
): string {
  if (rule === 'response.status')
    return `one of the declared statuses: ${responses.map(({ status }) => status).join(', ')}`;
  if (rule === 'response.header') return 'the header as it is declared';

  const types = declared?.content.map(({ mediaType }) => mediaType).join(' or ') ?? '';
  return types === '' ? 'no body' : `a body of ${types} that matches its schema`;
}
