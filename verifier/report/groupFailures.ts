import type { CheckName } from '../checks/checkNames.ts';
import { type Failure, isBase } from '../model.ts';

/** The failures of one check with one message. They may be of several operations, which share an error handler. */
export interface FailureGroup {
  check: CheckName;
  message: string;
  /** The ids of the operations, in the order of the failures. */
  operations: readonly string[];
  /**
   * The failure that the report shows: of a base request; otherwise the one with a hint that is easiest to repeat;
   * otherwise one that did not occur again, or the one that is easiest to repeat.
   */
  first: Failure;
  others: readonly Failure[];
}

/** Whether a failure is that of a base request, which was sent alone. */
const isBaseFailure = ({ exchange }: Failure) => exchange.together.length === 0 && isBase(exchange);

/** Groups failures by check and message. Those of base requests come first. */
export function groupFailures(failures: readonly Failure[]): FailureGroup[] {
  const sorted = failures.toSorted((a, b) => Number(isBaseFailure(b)) - Number(isBaseFailure(a)));
  const groups = Map.groupBy(sorted, ({ check, message }) => `${check} ${message}`);
  return [...groups.values()].map((members) => {
    const first = chooseFirst(members);
    const { check, message } = first;
    const ids = members.map(({ exchange }) => exchange.operation.id);
    const others = members.filter((it) => it !== first);
    return { check, message, operations: [...new Set(ids)], first, others };
  });
}

/** Chooses the failure that the report shows. */
function chooseFirst(members: readonly Failure[]): Failure {
  const base = members.find(isBaseFailure);
  if (base) return base;

  const explained = members.filter(({ hint }) => hint !== undefined);
  const unsteady = members.find(({ isRepeatable }) => isRepeatable === false);
  if (unsteady && explained.length === 0) return unsteady;

  const candidates = explained.length > 0 ? explained : members;
  return candidates.reduce((a, b) => (sizeOf(b) < sizeOf(a) ? b : a));
}

/** Estimates the effort to repeat a failure: other requests count more than a longer one. */
function sizeOf({ exchange: { request, steps, together } }: Failure): number {
  const others = 1e6 * (steps.length + together.length);
  return (
    others + JSON.stringify([request.target, request.headers]).length + (request.body?.length ?? 0)
  );
}
