import type { Request } from 'express';
import {
  type ContractContext,
  cookieText,
  type Operation,
  type OperationMatch,
  splitTarget,
  type ValidatedRequest,
} from '../../contract/index.ts';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import { isKnownId, type MockData } from '../operations/mockData.ts';
import type { MockState } from '../operations/operationHandler.ts';
import { identifyRequest, type RequestIdentity } from '../scenarios/identifyRequest.ts';

/** A request to an operation, and what every step needs to know about it. */
export interface Exchange {
  req: Request;
  /** The query, without its question mark. */
  query: string;
  /** One version of the files, even if one changes in the meantime. */
  context: ContractContext;
  /** The content of the data file, with what the tester has added. */
  data: MockData;
  operation: Operation;
  request: ValidatedRequest;
  identity: RequestIdentity;
  sessionId: string | undefined;
  state: MockState;
  /** Whether the mock can forward the request. */
  hasBackend: boolean;
}

/** Validates and identifies a request, once for all steps. */
export function createExchange(
  req: Request,
  { operation, pathValues }: Extract<OperationMatch, { kind: 'operation' }>,
  { context, data }: MockFiles,
  state: MockState,
  hasBackend: boolean,
): Exchange {
  const { headers } = req;
  const { query } = splitTarget(req.url);
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const request = context.validateRequest(operation, { pathValues, query, headers, body });
  const sessionId = cookieText(headers, data.sessionCookie);
  const identity = identifyRequest(data.hasHandlers ? operation.id : undefined, request, {
    signedInUser: state.sessions.get(sessionId ?? ''),
    isKnownId: (kind, id, name) => isKnownId(state.testers.dataFor(data, name), kind, id),
  });
  return {
    req,
    query,
    context,
    data: state.testers.dataFor(data, identity.name),
    operation,
    request,
    identity,
    sessionId,
    state,
    hasBackend,
  };
}
