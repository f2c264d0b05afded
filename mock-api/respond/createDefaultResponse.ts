import type { Operation } from '../contract/contract.ts';
import { encodeBody } from '../contract/http/encodeBody.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import { findHandler, type HandlerResponse } from '../operations/handlers.ts';
import type { HandlerContext } from '../operations/operationHandler.ts';
import { contentType, findExampleResponse, type MockResponse } from './findExampleResponse.ts';

/** The response of the operation's handler or, without a handler, the contract's first example. */
export function createDefaultResponse(
  operation: Operation,
  { parameters, body }: ValidatedRequest,
  context: HandlerContext,
): MockResponse {
  const handler = findHandler(operation.id);
  if (handler) {
    return completeResponse(operation, handler({ path: parameters.path, body }, context));
  }
  const response = findExampleResponse(operation);
  if (!response) {
    throw new Error(
      `${operation.id}: the contract has no example and no schema of a 2xx response; add one.`,
    );
  }
  return response;
}

/** Encodes a handler's response, with the contract's example for what it leaves out. */
function completeResponse(
  operation: Operation,
  { status, headers = {}, mediaType, body }: HandlerResponse,
): MockResponse {
  const example = findExampleResponse(operation, { status });
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  if (mediaType !== undefined) texts.push(['content-type', contentType(mediaType)]);
  const bytes =
    mediaType === undefined ? (example?.body ?? Buffer.alloc(0)) : encodeBody(body, mediaType);
  if (!bytes) throw new Error(`${mediaType} cannot carry the body of a handler's response.`);
  return { status, headers: { ...example?.headers, ...Object.fromEntries(texts) }, body: bytes };
}
