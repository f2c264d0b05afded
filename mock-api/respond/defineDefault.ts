import { encodeBody, findCredential, findResponse, type Operation } from '#contract';
import { maskUrl } from '../journal/maskSecrets.ts';
import { findBrief, findHandler } from '../operations/handlers.ts';
import { isKnownId } from '../operations/mockData.ts';
import type { AnyResponse } from '../operations/operationHandlers.ts';
import { createErrorResponse } from './createErrorResponse.ts';
import { encodeHeaders } from './createStepResponse.ts';
import { findExampleResponse, withType } from './findExampleResponse.ts';
import type { MockRequest } from './identify.ts';
import type { MockResponse, SentDefinition } from './responseDefinition.ts';

/**
 * Defines the default response: the one of the operation's handler or, without a handler, the contract's first example,
 * or its 404 for an unknown brief. It is an empty 200 if the contract declares no response.
 */
export function defineDefault(request: MockRequest): SentDefinition {
  const response = createResponse(request);
  const missing = describeMissing(response.status, request);
  const definition: SentDefinition = { kind: 'response', source: 'contract', response };
  return missing === undefined ? definition : { ...definition, reason: missing, unexpected: true };
}

function createResponse(request: MockRequest): MockResponse {
  const { operation, parameters, body, req } = request;
  const { accept } = req.headers;
  const handler = hasKnownSender(request) ? findHandler(operation.id) : undefined;
  if (!handler) return createExampleResponse(request);

  const { status, reason, ...given } = handler({ path: parameters.path, body }, request);
  if (reason !== undefined) return createErrorResponse(operation, status, reason, accept);
  return completeResponse(operation, { status, ...given }, accept);
}

/**
 * Whether the handlers can identify the sender of a request: by an id or by a session, and not by other credentials.
 */
function hasKnownSender({ operation, data, identity, req, query }: MockRequest): boolean {
  if (identity.id !== undefined) return true;

  const { headers } = req;
  return !operation.security
    .flat()
    .some((it) => it.key !== data.sessionCookie && findCredential(it, { headers, query }));
}

/** Creates the contract's first response or, for an unknown brief, its 404. */
function createExampleResponse({ operation, parameters, data, identity, req }: MockRequest) {
  const hasBriefId = parameters.path.briefId !== undefined;
  const isUnknown = hasBriefId && !findBrief(data, identity.id ?? '');
  const status = isUnknown && findResponse(operation, 404) ? 404 : undefined;
  const found = findExampleResponse(operation, { status, accept: req.headers.accept });
  return found ?? { status: 200, headers: {}, body: Buffer.alloc(0) };
}

/** Encodes the response of a handler, completed from the contract's example. */
function completeResponse(
  operation: Operation,
  { status, headers = {}, body }: AnyResponse,
  accept: string | undefined,
): MockResponse {
  const example = findExampleResponse(operation, { status, accept });
  const all = { ...example?.headers, ...encodeHeaders(headers) };

  const type = String(all['content-type'] ?? 'application/json');
  const own = encodeBody(body, type);
  if (!own) return { status, headers: all, body: example?.body ?? Buffer.alloc(0) };
  return { status, headers: withType(all, type), body: own };
}

/**
 * Describes the cause of a 401, 404 or 409: an unknown id or a repeated captcha response; undefined for any other
 * cause.
 */
function describeMissing(
  status: number,
  { context, data, identity: { id, kind } }: MockRequest,
): string | undefined {
  if (status === 409) return 'The captcha response was used before.';

  const isMissing = status === 401 || status === 404;
  if (!isMissing || id === undefined || !kind || isKnownId(data, kind, id)) return undefined;

  return `No ${kind} or scenario has the id "${maskUrl(id, context.isSecret)}".`;
}
