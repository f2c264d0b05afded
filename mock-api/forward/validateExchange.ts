import type { IncomingMessage } from 'node:http';
import {
  type Contract,
  type ContractContext,
  createTargetViolation,
  createViolation,
  isOfServer,
  type Operation,
  splitTarget,
  type ValidatedRequest,
  type Violation,
  validateCookies,
  validateMessage,
} from '#contract';
import { describeMissingResponse } from './describeBackendError.ts';
import type { ForwardedExchange } from './forward.ts';
import { type OutcomeOptions, validateOutcome } from './validateOutcome.ts';

export interface ValidationOptions extends OutcomeOptions {
  /** A response that begins later is a violation. */
  responseTimeoutMs: number;
}

interface ExchangeFindings {
  /** Undefined if the contract has no operation for the request, as is `request`. */
  operation?: Operation;
  request?: ValidatedRequest;
  violations: Violation[];
}

/** Finds the operation of an exchange, and its violations. */
export async function validateExchange(
  context: ContractContext,
  req: IncomingMessage,
  exchange: ForwardedExchange,
  options: ValidationOptions,
): Promise<ExchangeFindings> {
  const { contract } = context;
  const { method = '', url = '/', headers } = req;
  const { path, query } = splitTarget(url);
  const match = context.matchOperation(method, path);
  if (match.kind !== 'operation') return { violations: [createTargetViolation(contract, match)] };

  const { operation, pathValues } = match;
  const content = await exchange.readRequestBody();
  const body = content.kind === 'decoded' ? content.body : Buffer.alloc(0);
  const request = context.validateRequest(operation, { pathValues, query, headers, body });
  // Without the whole body, nothing is known about the request.
  const isKnown = content.kind === 'decoded' && req.complete;
  const ofRequest = isKnown ? request.violations : [];
  const missing = findMissingResponse(contract, operation, exchange, options);
  const response = exchange.outcome === 'completed' ? exchange.response : undefined;
  if (!response) return { operation, request, violations: [...ofRequest, ...missing] };

  const { statusCode: status = 0, headers: responseHeaders } = response;
  const received = { status, headers: responseHeaders };
  const ofServer = isOfServer(operation, { method, query }, received);
  const outcome = { status, isOfServer: ofServer };
  const ofBoth = isKnown
    ? validateOutcome(contract, operation, ofRequest, outcome, options)
    : ofRequest;
  const details = { requestBody: body, isOfServer: ofServer };
  const ofResponse = await validateResponse(context, operation, req, exchange, details);
  return { operation, request, violations: [...ofBoth, ...missing, ...ofResponse] };
}

/** The violation of a backend without a complete response in time. */
function findMissingResponse(
  contract: Contract,
  { pointer }: Operation,
  exchange: ForwardedExchange,
  { responseTimeoutMs }: ValidationOptions,
): Violation[] {
  const { waitedMs = 0 } = exchange;
  const lateAfterMs = waitedMs > responseTimeoutMs ? responseTimeoutMs : undefined;
  const reason = describeMissingResponse(exchange, lateAfterMs);
  if (reason === undefined) return [];

  return [
    createViolation(contract, { rule: 'response.message', location: 'response', pointer, reason }),
  ];
}

/** The violations of a complete response. One that a server has sent by itself follows HTTP alone. */
async function validateResponse(
  context: ContractContext,
  operation: Operation,
  { method = '', url = '', headers: requestHeaders }: IncomingMessage,
  { response, readResponseBody }: ForwardedExchange,
  details: { requestBody: Uint8Array; isOfServer: boolean },
): Promise<Violation[]> {
  const { contract } = context;
  const { statusCode: status = 0, headers = {}, rawHeaders = [] } = response ?? {};
  // A 304 has no body, and its headers describe the response that the client has cached.
  const isConditional = Object.keys(requestHeaders).some((name) => name.startsWith('if-'));
  if (status === 304 && isConditional) return [];

  const content = await readResponseBody();
  const isKnown = content.kind === 'decoded' && method !== 'HEAD';
  const message = { status, headers, body: isKnown ? content.body : undefined };
  const sent = { headers: requestHeaders, text: `${url}\n${Buffer.from(details.requestBody)}` };
  const violations = validateMessage(contract, operation, sent, { ...message, rawHeaders });
  if (details.isOfServer) return violations;

  const [requestPath = ''] = url.split('?', 1);
  const setCookies = headers['set-cookie'] ?? [];
  const ofCookies = { requestPath, requestHeaders, status, setCookies };
  violations.push(...validateCookies(contract, operation, ofCookies));
  if (content.kind !== 'malformed') {
    return [...violations, ...context.validateResponse(operation, message)];
  }

  const malformed = createViolation(contract, {
    rule: 'response.header',
    location: 'header content-encoding',
    pointer: operation.pointer,
    reason: `is ${content.encoding}, but the body is not`,
  });
  return [...violations, malformed];
}
