import { unescape as decode } from 'node:querystring';
import type { Request } from 'express';
import {
  type ContractContext,
  cookieText,
  type Operation,
  type OperationMatch,
  splitTarget,
  type ValidatedRequest,
} from '#contract';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import { isKnownId, type MockData, mergeData } from '../operations/mockData.ts';
import type { MockState } from '../operations/operationHandler.ts';
import { identifyRequest, type RequestIdentity } from '../scenarios/identifyRequest.ts';

/** A request to an operation, and what every responder needs to know about it. */
export interface MockRequest extends ValidatedRequest {
  req: Request;
  /** The query, without its question mark. */
  query: string;
  /** One version of the files, even if one changes in the meantime. */
  context: ContractContext;
  /** The content of the data file, with what the tester has added. */
  data: MockData;
  operation: Operation;
  identity: RequestIdentity;
  sessionId: string | undefined;
  state: MockState;
  /** Whether the mock can forward the request. */
  hasBackend: boolean;
}

/** Validates and identifies a request, once for all responders. */
export function createMockRequest(
  req: Request,
  { operation, pathValues }: Extract<OperationMatch, { kind: 'operation' }>,
  { context, data }: MockFiles,
  state: MockState,
  hasBackend: boolean,
): MockRequest {
  const { headers } = req;
  const { query } = splitTarget(req.url);
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const validated = context.validateRequest(operation, { pathValues, query, headers, body });

  const sessionId = cookieText(headers, data.sessionCookie);
  const identified = identifyRequest(operation, validated, {
    signedInUser: state.sessions.get(sessionId ?? ''),
    isKnownId: (kind, id) => isKnownId(data, kind, id),
  });
  const identity = identified.key === undefined ? { name: findName(req, state) } : identified;

  return {
    ...validated,
    req,
    query,
    context,
    data: mergeData(data, state.added.get(identity.name ?? '')),
    operation,
    identity,
    sessionId,
    state,
    hasBackend,
  };
}

/** The name of the tester who has probably sent a request without a key: one that follows an id anywhere in it. */
export function findName({ url, body }: Request, { isTester }: MockState): string | undefined {
  const content = Buffer.isBuffer(body) ? body.toString() : '';
  const found = decode(`${url}\n${content}`).matchAll(/\S\.([\w-]{1,40})(?![\w-])/g);
  return Array.from(found, ([, name = '']) => name).find(isTester);
}
