import {
  encodeBody,
  findCredential,
  findResponse,
  type Operation,
  parseMediaType,
} from '#contract';
import { findBrief, findHandler, type HandlerResponse } from '../operations/handlers.ts';
import { isKnownId } from '../operations/mockData.ts';
import { findClosest } from '../scenarios/findClosest.ts';
import { createErrorResponse } from './createErrorResponse.ts';
import { findExampleResponse, type MockResponse, withType } from './findExampleResponse.ts';
import type { MockRequest } from './mockRequest.ts';
import type { Reply } from './reply.ts';

/** A response to a request that selects none, and why, if nobody asked for that. */
export interface DefaultResponse extends Pick<Reply, 'reason' | 'unexpected'> {
  response: MockResponse;
}

/**
 * The response of the operation's handler or, without a handler, the contract's first example, or its 404 for an
 * unknown brief. An empty 200 if the contract declares no response.
 */
export function createDefaultResponse(request: MockRequest): DefaultResponse {
  const { operation, parameters, body, req } = request;
  const { accept } = req.headers;
  const handler = isOfSession(request) ? findHandler(operation.id) : undefined;
  if (!handler) return createExampleResponse(request);

  const result = handler({ path: parameters.path, body }, request);
  const { status, reason } = result;
  const response =
    reason === undefined
      ? completeResponse(operation, result, accept)
      : createErrorResponse(operation, status, reason, accept);
  return { ...describeError(status, request), response };
}

/** Whether the handlers, which know no user but that of a session, can tell whose request it is. */
function isOfSession({ operation, data, identity, req, query }: MockRequest): boolean {
  if (identity.id !== undefined) return true;

  const { headers } = req;
  return !operation.security
    .flat()
    .some((it) => it.key !== data.sessionCookie && findCredential(it, { headers, query }));
}

/** The contract's example, or its 404 for an operation on an unknown brief. */
function createExampleResponse(request: MockRequest): DefaultResponse {
  const { operation, parameters, data, identity, req } = request;
  const isOfBrief = parameters.path.briefId !== undefined;
  const isUnknown = isOfBrief && !findBrief(data, identity.id ?? '');
  const status = isUnknown && findResponse(operation, 404) ? 404 : undefined;
  const response = findExampleResponse(operation, { status, accept: req.headers.accept });
  if (!response) return { response: { status: 200, headers: {}, body: Buffer.alloc(0) } };

  return { ...describeError(response.status, request), response };
}

/** What the client may have meant by an id that is in no file, or that it sent a captcha response again. */
function describeError(
  status: number,
  { data, identity: { id, kind } }: MockRequest,
): Pick<Reply, 'reason' | 'unexpected'> {
  if (status === 409) return { reason: 'The captcha response was used before.', unexpected: true };

  const isMissing = status === 401 || status === 404;
  if (!isMissing || id === undefined || !kind || isKnownId(data, kind, id)) return {};

  const people = kind === 'user' ? data.users : data.briefs;
  const closest = findClosest(id, [...people.keys(), ...data.scenarios.ids]);
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
  if (!own) return { status, headers: all, body: example?.body ?? Buffer.alloc(0) };
  return { status, headers: withType(all, type), body: own };
}
