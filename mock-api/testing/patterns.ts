import type { RequestPattern as AnyPattern } from '../journal/requestPattern.ts';
import type { FieldPattern, OneOf } from '../scenarios/fieldPatterns.ts';
import type { BodyField, OperationId } from '../scenarios/operationRequest.ts';

/** Fields of a request body: `{ text: 'Hello' }`. A number differs from its digits as a string. */
export type ExpectedFields = Readonly<Partial<Record<BodyField, FieldPattern>>>;

/** The conditions for a request and its response, all of which must be met; `{}` is any request of the tester. */
export type RequestPattern = Omit<AnyPattern, 'operation' | 'body' | 'status' | 'outcome'> &
  EndPattern & { operation?: OneOf<OperationId>; body?: ExpectedFields };

/** The conditions for the end of a request: only a complete response has a status. */
type EndPattern =
  | (Pick<AnyPattern, 'status'> & { outcome?: 'completed' })
  | (Pick<AnyPattern, 'outcome'> & { status?: 'none' });

/** The requests that a test allows: those with a brief id or user name, or to an operation. */
export type AllowedPattern = Pick<RequestPattern, 'key' | 'operation'>;
