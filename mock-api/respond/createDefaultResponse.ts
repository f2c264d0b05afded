import type { Operation } from '../contract/contract.ts';
import { encodeBody } from '../contract/http/encodeBody.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import { findHandler, type HandlerResponse } from '../operations/handlers.ts';
import type { HandlerContext } from '../operations/operationHandler.ts';
import {
  contentType,
  findExampleResponse,
  isSuccess,
  type MockResponse,
} from './findExampleResponse.ts';

/** A contract that does not say enough for a response. The message is for the client. */
export class MissingExampleError extends Error {
  override name = 'MissingExampleError';
}

/**
 * The response of the operation's handler or, without a handler, the contract's first example. An empty 200
 * if the contract declares no success.
 * @throws {MissingExampleError} if no body can be generated
 */
export function createDefaultResponse(
  operation: Operation,
  { parameters, body }: ValidatedRequest,
  context: HandlerContext,
): MockResponse {
  const handler = context.data.hasHandlers ? findHandler(operation.id) : undefined;
  if (handler) {
    return completeResponse(operation, handler({ path: parameters.path, body }, context));
  }
  const response = findExampleResponse(operation);
  if (response) return response;
  if (!operation.responses.some(({ status }) => isSuccess(status))) {
    return { status: 200, headers: {}, body: Buffer.alloc(0) };
  }
  throw new MissingExampleError(
    `${operation.id}: no body could be generated from the schema of the 2xx response; add an example to the contract.`,
  );
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
