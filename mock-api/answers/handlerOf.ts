import { operations } from '../operations.ts';

/** A handler as the pipeline sees it. Requests reach it checked, so the contract's types hold. */
interface AnyHandler {
  key?(request: unknown, state: unknown): unknown;
  subscriber?(request: unknown): unknown;
  answer?(request: unknown, state: unknown): AnyReply;
}

/** Any answer of any handler. */
export interface AnyReply {
  status: number;
  headers?: Record<string, unknown>;
  mediaType?: string;
  body?: unknown;
}

/** The handler of an operation, undefined for one that needs none. */
export function handlerOf(operationId: string): AnyHandler | undefined {
  return Object.hasOwn(operations, operationId)
    ? (operations as Record<string, AnyHandler>)[operationId]
    : undefined;
}
