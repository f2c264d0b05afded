import type { operations } from '#openapi';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import type { OperationRequest } from '../scenarios/operationRequest.ts';
import type { MockData } from './mockData.ts';
import type { MockState } from './mockState.ts';

/** Typed by the contract, so that a handler for a changed operation no longer compiles. */
export type OperationHandlers = { [Id in keyof operations]?: OperationHandler<operations[Id]> };

type OperationHandler<Operation> = (
  request: OperationRequest<Operation>,
  context: HandlerContext,
) => OperationResponse<Operation>;

export interface HandlerContext {
  state: MockState;
  data: MockData;
  /** The value of the session cookie. */
  sessionId: string | undefined;
  identity: RequestIdentity;
}

/**
 * One of the responses that the contract declares for an operation. Without a media type and a body, it
 * has those of the contract's example, as well as the headers that it leaves out. A reason is that of an error.
 */
type OperationResponse<Operation> = Operation extends { responses: infer Responses }
  ? { [Key in keyof Responses]: ResponseWith<StatusOf<Key>, Responses[Key]> }[keyof Responses]
  : never;

/** The usual statuses of the ranges that the contract declares. */
interface RangeStatuses {
  '2XX': 200 | 201 | 202 | 204;
}

type StatusOf<Key> = Key extends keyof RangeStatuses ? RangeStatuses[Key] : Key;

type HeadersOf<Response> = Response extends { headers: infer Headers } ? Headers : never;

type ResponseWith<Status, Response> = Response extends { content: infer Content }
  ? {
      [Type in keyof Content]:
        | { status: Status; headers?: HeadersOf<Response>; mediaType: Type; body: Content[Type] }
        | { status: Status; headers?: HeadersOf<Response>; reason?: string };
    }[keyof Content]
  : { status: Status; headers?: HeadersOf<Response> };
