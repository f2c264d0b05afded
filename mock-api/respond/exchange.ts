import type { Request } from 'express';
import {
  type ContractContext,
  cookieText,
  type Operation,
  type OperationMatch,
  splitTarget,
  type ValidatedRequest,
} from '../contract/index.ts';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import { isKnownId, type MockData } from '../operations/mockData.ts';
import type { TesterData } from '../operations/testerData.ts';
import type { TesterStore } from '../operations/testerStore.ts';
import { identifyRequest, type RequestIdentity } from '../scenarios/identifyRequest.ts';
import { findPreferredResponse, type PreferredResponse } from './findPreferredResponse.ts';

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
  preferred: PreferredResponse;
}

interface ExchangeOptions {
  files: MockFiles;
  sessions: TesterStore<string>;
  testerData: TesterData;
}

/** Validates and identifies a request, once for all steps. */
export function createExchange(
  req: Request,
  { operation, pathValues }: Extract<OperationMatch, { kind: 'operation' }>,
  { files: { context, data }, sessions, testerData }: ExchangeOptions,
): Exchange {
  const { headers } = req;
  const { query } = splitTarget(req.url);
  const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
  const request = context.validateRequest(operation, { pathValues, query, headers, body });
  const sessionId = cookieText(headers, data.sessionCookie);
  const identity = identifyRequest(data.hasHandlers ? operation.id : undefined, request, {
    signedInUser: sessions.get(sessionId ?? ''),
    isKnownId: (kind, id, name) => isKnownId(testerData.dataFor(data, name), kind, id),
  });
  return {
    req,
    query,
    context,
    data: testerData.dataFor(data, identity.name),
    operation,
    request,
    identity,
    sessionId,
    preferred: findPreferredResponse(operation, headers),
  };
}
