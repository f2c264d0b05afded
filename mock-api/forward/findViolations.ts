import {
  type Contract,
  type ContractContext,
  createTargetViolation,
  createViolation,
  isOfServer,
  isSingleUse,
  type Operation,
  resolveSchema,
  splitTarget,
  type ValidatedRequest,
  type Violation,
  validateCookies,
  validateMessage,
} from '#contract';
import { describeMissingResponse } from './backendErrors.ts';
import type { BackendExchange } from './forward.ts';

export interface ViolationOptions {
  /** The time limit for a response to begin. A later one is a violation. */
  responseTimeoutMs: number;
  /** Whether the backend accepts a value with `x-single-use` again. False by default. */
  ignoreSingleUse?: boolean | undefined;
}

interface FoundViolations {
  /** The operation of the request; undefined, as `request`, if the contract has none. */
  operation?: Operation;
  request?: ValidatedRequest;
  violations: Violation[];
}

/** Finds the operation of an exchange that has ended, and the violations of its request and its response. */
export async function findViolations(
  context: ContractContext,
  exchange: BackendExchange,
  options: ViolationOptions,
): Promise<FoundViolations> {
  const { contract } = context;
  const { req } = exchange;
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
  const requestViolations = isKnown ? request.violations : [];
  const missing = findMissingResponse(contract, operation, exchange, options);
  const response = exchange.outcome === 'completed' ? exchange.response : undefined;
  if (!response) return { operation, request, violations: [...requestViolations, ...missing] };

  const received = { status: response.statusCode ?? 0, headers: response.headers };
  const isInvalid = requestViolations.length > 0;
  const isFromServer = isOfServer(operation, { method, query, isInvalid }, received);
  const { status } = received;
  // A backend may find credentials elsewhere, but it must not serve a request without them.
  const kept = requestViolations.filter(
    ({ rule }) => rule !== 'request.credentials' || status < 300,
  );
  const statusViolations =
    isKnown && !isFromServer
      ? findWrongStatus(contract, operation, requestViolations, status, options)
      : [];
  const responseViolations = await validateResponse(context, operation, exchange, {
    body,
    isFromServer,
  });
  return {
    operation,
    request,
    violations: [...kept, ...statusViolations, ...missing, ...responseViolations],
  };
}

/** Returns the violation of a missing, late or incomplete response. */
function findMissingResponse(
  contract: Contract,
  { pointer }: Operation,
  exchange: BackendExchange,
  { responseTimeoutMs }: ViolationOptions,
): Violation[] {
  const { waitedMs = 0 } = exchange;
  const lateAfterMs = waitedMs > responseTimeoutMs ? responseTimeoutMs : undefined;
  const reason = describeMissingResponse(exchange, lateAfterMs);
  if (reason === undefined) return [];

  return [
    createViolation(contract, { rule: 'response.message', location: 'response', pointer, reason }),
  ];
}

/** Returns the violation of a status that is wrong for the request, although the contract may declare it. */
function findWrongStatus(
  contract: Contract,
  operation: Operation,
  requestViolations: readonly Violation[],
  status: number,
  { ignoreSingleUse = false }: ViolationOptions,
): Violation[] {
  const conforms = requestViolations.length === 0;
  const violate = (reason: string) => [
    createViolation(contract, {
      rule: 'response.status',
      location: `status ${status}`,
      pointer: operation.pointer,
      reason,
    }),
  ];
  // A busy backend may respond to valid requests with a 503.
  if (status >= 500 && status !== 503) {
    return violate(
      conforms
        ? 'is a server error, although the request conforms to the contract'
        : 'is a server error',
    );
  }
  const mayReject = !conforms || (!ignoreSingleUse && hasSingleUseValue(contract, operation));
  if (mayReject || (status !== 400 && status !== 422)) return [];
  return violate('rejects a request that conforms to the contract');
}

/** Whether requests to an operation contain a value that a backend accepts only once. */
function hasSingleUseValue(
  { document }: Contract,
  { parameters, requestBody }: Operation,
): boolean {
  const bodies = requestBody?.content ?? [];
  const properties = bodies.flatMap(({ schemaPointer = '' }) => [
    ...resolveSchema(document, schemaPointer).properties.values(),
  ]);
  const pointers = [...properties, ...parameters.map(({ schemaPointer }) => schemaPointer)];
  return pointers.some((pointer) => isSingleUse(document, pointer));
}

/**
 * Returns the violations of a complete response. A response of the server in front of the operation needs to conform
 * only to HTTP.
 */
async function validateResponse(
  context: ContractContext,
  operation: Operation,
  exchange: BackendExchange,
  { body: requestBody, isFromServer }: { body: Uint8Array; isFromServer: boolean },
): Promise<Violation[]> {
  const { contract } = context;
  const { method = '', url = '', headers: requestHeaders } = exchange.req;
  const { statusCode: status = 0, headers = {}, rawHeaders = [] } = exchange.response ?? {};
  // A 304 has no body, and its headers describe the response that the client has cached.
  const isConditional = Object.keys(requestHeaders).some((name) => name.startsWith('if-'));
  if (status === 304 && isConditional) return [];

  const content = await exchange.readResponseBody();
  const isKnown = content.kind === 'decoded' && method !== 'HEAD';
  const message = { status, headers, body: isKnown ? content.body : undefined };
  const sent = { headers: requestHeaders, text: `${url}\n${Buffer.from(requestBody)}` };
  const violations = validateMessage(contract, operation, sent, { ...message, rawHeaders });
  if (isFromServer) return violations;

  const [requestPath = ''] = url.split('?', 1);
  const cookieMessage = { requestPath, requestHeaders, status, headers };
  violations.push(...validateCookies(contract, operation, cookieMessage));
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
