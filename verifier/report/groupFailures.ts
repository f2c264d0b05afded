import type { CheckName } from '../checks/checkNames.ts';
import { type Failure, isBase, type Run } from '../model.ts';

/** Failures of one check with one message, whatever the operation: an error handler or a serializer does it everywhere. */
export interface FailureGroup {
  check: CheckName;
  message: string;
  /** The ids of the operations, in the order in which it occurred. */
  operations: readonly string[];
  /** That of a case on which others depend, or one that did not occur again, or the smallest, with a hint if one has it. */
  first: Failure;
  others: readonly Failure[];
}

/** Whether other cases depend on the one of a failure. */
const isBasic = ({ exchange }: Failure) => exchange.together.length === 0 && isBase(exchange);

/** The failures of a run, without warnings; those on which other cases depend come first. */
export function groupFailures({ failures }: Pick<Run, 'failures'>): FailureGroup[] {
  const serious = failures.filter(({ isAdvice }) => !isAdvice);
  return group([...serious.filter(isBasic), ...serious.filter((failure) => !isBasic(failure))]);
}

/** What is only worth a warning. */
export function groupWarnings({ failures }: Pick<Run, 'failures'>): FailureGroup[] {
  return group(failures.filter(({ isAdvice }) => isAdvice));
}

function group(failures: readonly Failure[]): FailureGroup[] {
  const groups = Map.groupBy(failures, ({ check, message }) => `${check} ${message}`);
  return [...groups.values()].flatMap((ofGroup) => {
    const unsteady = ofGroup.find(({ isRepeatable }) => isRepeatable === false);
    const explained = ofGroup.filter(({ hint }) => hint !== undefined);
    const smallest = (explained.length > 0 ? explained : ofGroup).reduce((a, b) =>
      sizeOf(b) < sizeOf(a) ? b : a,
    );
    const first = ofGroup.find(isBasic) ?? unsteady ?? smallest;
    const { check, message } = first;
    const ids = ofGroup.map(({ exchange }) => exchange.operation.id);
    const others = ofGroup.filter((it) => it !== first);
    return [{ check, message, operations: [...new Set(ids)], first, others }];
  });
}

/** How much is needed to repeat a failure: other requests count more than a longer one. */
function sizeOf({ exchange: { request, steps, together } }: Failure): number {
  const others = 1e6 * (steps.length + together.length);
  return (
    others + JSON.stringify([request.target, request.headers]).length + (request.body?.length ?? 0)
  );
}
