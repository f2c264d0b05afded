import type { CreateMiddleware } from '../exchange.ts';
import type { OperationId } from '../operations.ts';

export interface Fault {
  operation: OperationId;
  /** The check of a contract verifier that finds it. */
  check: string;
  /** What the server does wrong. */
  name: string;
  create: CreateMiddleware;
}

/** The faults of an operation by check and name. */
export function faultsOf(
  operation: OperationId,
  rows: Readonly<Record<string, Readonly<Record<string, CreateMiddleware>>>>,
): Fault[] {
  return Object.entries(rows).flatMap(([check, ofCheck]) =>
    Object.entries(ofCheck).map(([name, create]) => ({ operation, check, name, create })),
  );
}
