import {
  encodeBody,
  findCredential,
  findResponse,
  type Operation,
  parseMediaType,
} from '../../contract/index.ts';
import { findBrief, findHandler, type HandlerResponse } from '../operations/handlers.ts';
import { isKnownId } from '../operations/mockData.ts';
import { findClosest } from '../scenarios/findClosest.ts';
import { createErrorResponse } from './createErrorResponse.ts';
import { findDeletedResponse, noteDeletion } from './deletedResources.ts';
import type { Exchange } from './exchange.ts';
import { findExampleResponse, type MockResponse, withType } from './findExampleResponse.ts';
import type { Reply } from './reply.ts';

/** A response to a request that selects none, and why, if nobody asked for that. */
export interface DefaultResponse extends Pick<Reply, 'reason' | 'unexpected'> {
  response: MockResponse;
}

/**
 * The response of the operation's handler or, without a handler, the contract's first example, or its 404 for an
 * unknown brief or a resource that was deleted. An empty 200 if the contract declares no response.
 */
export function createDefaultResponse(exchange: Exchange): DefaultResponse {
  const deleted = findDeletedResponse(exchange);
  if (deleted) return { response: deleted };

  const result = createExistingResponse(exchange);
  noteDeletion(exchange, result.response);
  return result;
}

function createExistingResponse(exchange: Exchange): DefaultResponse {
  const { operation, request, data, identity, req, query } = exchange;
  const { parameters, body } = request;
  const { headers } = req;
  const { accept } = headers;
  // The handlers know no user but that of a session.
  const hasOtherCredential = operation.security
    .flat()
    .some((it) => it.key !== data.sessionCookie && findCredential(it, { headers, query }));
  const isKnown = identity.id !== undefined || !hasOtherCredential;
  const handler = data.hasHandlers && isKnown ? findHandler(operation.id) : undefined;
  if (handler) {
    const response = handler({ path: parameters.path, body }, exchange);
    const { status, reason } = response;
    return {
      ...describeError(status, exchange),
      response:
        reason === undefined
          ? completeResponse(operation, response, accept)
          : createErrorResponse(operation, status, reason, accept),
    };
  }
  const { briefId } = parameters.path;
  const isOfBrief = data.hasHandlers && briefId !== undefined;
  const isUnknown = isOfBrief && !findBrief(data, identity.id ?? '');
  const status = isUnknown && findResponse(operation, 404) ? { status: 404 } : {};
  const response = findExampleResponse(operation, { ...status, accept }) ?? {
    status: 200,
    headers: {},
    body: Buffer.alloc(0),
  };
  return { ...describeError(response.status, exchange), response };
}

/** What the client may have meant by an id that is in no file, or that it sent a captcha response again. */
function describeError(
  status: number,
  { data, identity: { id, kind } }: Exchange,
): Pick<Reply, 'reason' | 'unexpected'> {
  if (status === 409) return { reason: 'The captcha response was used before.', unexpected: true };
  const { scenarios } = data;
  if (![401, 404].includes(status) || id === undefined || !kind || isKnownId(data, kind, id))
    return {};
  const people = kind === 'user' ? data.users : data.briefs;
  const closest = findClosest(id, [...people.keys(), ...scenarios.ids]);
  const hint = closest === undefined ? '' : ` The closest is "${closest}".`;
  return { reason: `No ${kind} or scenario has the id "${id}".${hint}`, unexpected: true };
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
  const own = encodeBody(body, parseMediaType(type)?.essence ?? '');
  if (!own) return { body: Buffer.alloc(0), ...example, status, headers: all };
  return { status, headers: withType(all, type), body: own };
}
