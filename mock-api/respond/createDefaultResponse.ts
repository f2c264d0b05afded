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
  if (handler) return encodeResponse(handler({ path: parameters.path, body }, context));
  const response = findExampleResponse(operation);
  if (!response) {
    throw new Error(
      `${operation.id}: the contract has no example of a 2xx response; add one under "examples".`,
    );
  }
  return response;
}

function encodeResponse({ status, headers = {}, mediaType, body }: HandlerResponse): MockResponse {
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  if (mediaType !== undefined) texts.push(['content-type', contentType(mediaType)]);
  const bytes = mediaType === undefined ? Buffer.alloc(0) : encodeBody(body, mediaType);
  if (!bytes) throw new Error(`${mediaType} cannot carry the body of a handler's response.`);
  return { status, headers: Object.fromEntries(texts), body: bytes };
}
