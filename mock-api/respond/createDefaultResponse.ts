import {
  encodeBody,
  findResponse,
  isJson,
  type Operation,
  parseMediaType,
  type ValidatedRequest,
} from '../contract/index.ts';
import { findBrief } from '../operations/findData.ts';
import { findHandler, type HandlerResponse } from '../operations/handlers.ts';
import type { HandlerContext } from '../operations/operationHandler.ts';
import { createErrorResponse } from './createErrorResponse.ts';
import {
  contentType,
  type ExampleSelection,
  findExampleResponse,
  type MockResponse,
} from './findExampleResponse.ts';

/**
 * The response of the operation's handler or, without a handler, the contract's first example, or its 404 for an
 * unknown brief. An empty 200 if the contract declares no response.
 */
export function createDefaultResponse(
  operation: Operation,
  { parameters, body }: ValidatedRequest,
  context: HandlerContext & Pick<ExampleSelection, 'accept'>,
): MockResponse {
  const { accept, data } = context;
  // The handlers know no other credentials than the session's.
  const hasSession = operation.security.flat().every(({ key }) => key === data.sessionCookie);
  const handler = data.hasHandlers && hasSession ? findHandler(operation.id) : undefined;
  if (handler) {
    const response = handler({ path: parameters.path, body }, context);
    const { status, reason } = response;
    if (reason !== undefined) return createErrorResponse(operation, status, reason, accept);
    return completeResponse(operation, response, accept);
  }
  const { briefId } = parameters.path;
  const isOfBrief = data.hasHandlers && briefId !== undefined;
  const isUnknown = isOfBrief && !findBrief(data, context.identity.id ?? '');
  const status = isUnknown && findResponse(operation, 404) ? { status: 404 } : {};
  const response = findExampleResponse(operation, { ...status, accept });
  return response ?? { status: 200, headers: {}, body: Buffer.alloc(0) };
}

/** Encodes a handler's response, with the contract's example for what it leaves out. */
function completeResponse(
  operation: Operation,
  { status, headers = {}, mediaType, body }: HandlerResponse,
  accept: string | undefined,
): MockResponse {
  const example = findExampleResponse(operation, { status, accept });
  const all = { ...example?.headers };
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = String(value);
  const type = String(all['content-type'] ?? mediaType);
  const { essence = '' } = parseMediaType(type) ?? {};
  const carriesBody =
    mediaType === essence || (mediaType === 'application/json' && isJson(essence));
  if (!carriesBody)
    return { ...example, status, headers: all, body: example?.body ?? Buffer.alloc(0) };
  const bytes = encodeBody(body, essence);
  if (!bytes) throw new Error(`${essence} cannot carry the body of a handler's response.`);
  return { status, headers: { ...all, 'content-type': contentType(type) }, body: bytes };
}
