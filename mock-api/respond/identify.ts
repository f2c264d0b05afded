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
import { isKnownId, type MockData, mergeData } from '../operations/mockData.ts';
import type { MockState } from '../operations/mockState.ts';
import { identifyRequest, type RequestIdentity } from '../scenarios/identifyRequest.ts';

/** A validated request to an operation, with all that selects the response. */
export interface MockRequest extends ValidatedRequest {
  req: Request;
  /** The query without its question mark. */
  query: string;
  /** The contract when the request arrived, even if the file changes in the meantime. */
  context: ContractContext;
  /** The content of the data file, and the scenarios that the tester has added. */
  data: MockData;
  operation: Operation;
  identity: RequestIdentity;
  sessionId: string | undefined;
  state: MockState;
  /** Whether there is a backend for requests that the data does not cover. */
  hasBackend: boolean;
}

/** The data, state and backend that a request is compared with. */
type Known = Pick<MockRequest, 'context' | 'data' | 'state' | 'hasBackend'>;

/** Identifies and validates a request. */
export function identify(
  req: Request,
  { operation, pathValues }: Extract<OperationMatch, { kind: 'operation' }>,
  known: Known,
): MockRequest {
  const { context, data, state } = known;
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
  const ownData = mergeData(data, state.added.get(identity.name ?? ''));
  return { ...known, ...validated, req, query, data: ownData, operation, identity, sessionId };
}

/**
 * Returns the name of the tester who has probably sent a request without a key: the first tester's name after a dot in
 * the URL or the body.
 */
export function findName({ url, body }: Request, { isTester }: MockState): string | undefined {
  const content = Buffer.isBuffer(body) ? body.toString() : '';
  const found = decode(`${url}\n${content}`).matchAll(/\S\.([\w-]{1,40})(?![\w-])/g);
  return Array.from(found, ([, name = '']) => name).find(isTester);
}
