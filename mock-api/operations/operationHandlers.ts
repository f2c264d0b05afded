import type { operations } from '#openapi';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import type { OperationId, OperationRequest } from '../scenarios/operationRequest.ts';
import type { MockData } from './mockData.ts';
import type { MockState } from './mockState.ts';

/** The handlers by operation. A handler does not compile if the contract has no such operation, status or body. */
export type OperationHandlers = {
  [Id in OperationId]?: (
    request: OperationRequest<Id>,
    context: HandlerContext,
  ) => HandlerResponse<Id>;
};

interface HandlerContext {
  state: MockState;
  data: MockData;
  /** The value of the session cookie. */
  sessionId: string | undefined;
  identity: RequestIdentity;
}

/** A handler for any operation, whose request has been validated. */
export type AnyHandler = (request: unknown, context: HandlerContext) => AnyResponse;

export interface AnyResponse {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The reason of an error, which the body then contains. */
  reason?: string;
}

/** A response of an operation. The contract's example for the status has all that is left out. */
interface HandlerResponse<Id extends OperationId> extends AnyResponse {
  status: StatusOf<keyof operations[Id]['responses']>;
  body?: BodyOf<operations[Id]['responses'][keyof operations[Id]['responses']]>;
}

/** A declared status, or the usual statuses of a declared range. */
type StatusOf<Key> = Key extends '2XX' ? 200 | 201 | 202 | 204 : Extract<Key, number>;

type BodyOf<Response> = Response extends { content: infer Content }
  ? Content[keyof Content]
  : never;
