import { on } from '../changes.ts';
import type { BackendRequest, BackendResponse, CreateMiddleware, Middleware } from '../exchange.ts';
import type { OperationId } from '../operations.ts';
import type { Probe, Trigger } from '../probes.ts';

export interface Fault {
  operation: OperationId;
  /** The check of a contract verifier that finds it. */
  check: string;
  /** What the server does wrong. */
  name: string;
  /** Requests to which the conforming backend responds differently. */
  trigger: Trigger;
  create: CreateMiddleware;
}

type Row = Pick<Fault, 'trigger' | 'create'>;
export type Effect = BackendResponse | Middleware;

/** The faults of an operation from their rows, by check and name. */
export function faultsOf(
  operation: OperationId,
  rows: Readonly<Record<string, Readonly<Record<string, Row>>>>,
): Fault[] {
  return Object.entries(rows).flatMap(([check, ofCheck]) =>
    Object.entries(ofCheck).map(([name, row]) => ({ operation, check, name, ...row })),
  );
}

/** A change that the given requests show. */
export function change(probe: Probe | Trigger, create: CreateMiddleware): Row {
  return { trigger: 'method' in probe ? [probe] : probe, create };
}

/** What a part of a request leads to if it matches. */
export function when(
  probe: Probe | Trigger,
  read: (request: BackendRequest) => string,
  pattern: RegExp,
  effect: Effect,
): Row {
  const matches = (request: BackendRequest) => pattern.test(read(request));
  return change(probe, on(matches, effect));
}

/** What a method leads to. */
export function method(probe: Probe, effect: Effect): Row {
  return when(probe, (request) => request.method, RegExp(`^${probe.method}$`), effect);
}

/** What a header leads to, with '' for a missing one. The probe has it with `value`. */
export function headersOf(probeWith: (headers: Probe['headers']) => Probe) {
  return (name: string, value: string | undefined, pattern: RegExp, effect: Effect): Row => {
    const probe = probeWith(value === undefined ? {} : { [name]: value });
    return when(probe, (request) => request.header(name), pattern, effect);
  };
}

/** What a body leads to. */
export function bodiesOf(probeWith: (body: string) => Probe) {
  return (text: string, pattern: RegExp, effect: Effect): Row =>
    when(probeWith(text), (request) => request.text, pattern, effect);
}

/** What a property or a field leads to. */
export function fieldsOf(probeWith: (fields: Record<string, string>) => Probe) {
  return (name: string, value: string, pattern: RegExp, effect: Effect): Row =>
    when(probeWith({ [name]: value }), (request) => request.field(name), pattern, effect);
}
