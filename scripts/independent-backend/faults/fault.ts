import type { CreateMiddleware } from '../exchange.ts';
import type { OperationId } from '../operations.ts';
import type { Trigger } from '../probes.ts';

export const kinds = [
  /** A response of the wrong shape, status or media type, or with a wrong header. */
  'response',
  /** Rejects what the contract allows. */
  'stricter',
  /** Accepts what the contract does not allow. */
  'laxer',
  /** A server error or no response at all. */
  'crash',
  /** Methods, caching, compression and connections. */
  'http',
  /** Sessions and cookies. */
  'session',
  /** Depends on earlier, later or simultaneous requests. */
  'unstable',
] as const;
export type Kind = (typeof kinds)[number];

export interface Fault {
  operation: OperationId;
  kind: Kind;
  name: string;
  /** What the server does wrong. */
  wrong: string;
  /** Requests to which the correct backend responds differently. */
  trigger: Trigger;
  create: CreateMiddleware;
}

type Row = [name: string, wrong: string, trigger: Trigger, create: CreateMiddleware];

export function faultsOf(operation: OperationId, kind: Kind, rows: readonly Row[]): Fault[] {
  return rows.map(([name, wrong, trigger, create]) => ({
    operation,
    kind,
    name,
    wrong,
    trigger,
    create,
  }));
}
