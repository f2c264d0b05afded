import type { CheckName } from '../checks/checkNames.ts';
import type { Failure, Run } from '../model.ts';

/** Failures of one check with one message, whatever the operation: an error handler or a serializer does it everywhere. */
export interface FailureGroup {
  check: CheckName;
  message: string;
  /** The ids of the operations, in the order in which it occurred. */
  operations: readonly string[];
  first: Failure;
  others: readonly Failure[];
}

/** The failures of a run, without warnings; those on which other cases depend come first. */
export function groupFailures({ failures }: Pick<Run, 'failures'>): FailureGroup[] {
  const isBasic = ({ exchange: { role } }: Failure) => role === 'base' || role === 'sign-in';
  const serious = failures.filter(({ isAdvice }) => !isAdvice);
  return group([...serious.filter(isBasic), ...serious.filter((failure) => !isBasic(failure))]);
}

/** What is only worth a warning. */
export function groupWarnings({ failures }: Pick<Run, 'failures'>): FailureGroup[] {
  return group(failures.filter(({ isAdvice }) => isAdvice));
}

function group(failures: readonly Failure[]): FailureGroup[] {
  const groups = Map.groupBy(failures, ({ check, message }) => `${check} ${message}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];

    const { check, message } = first;
    const ids = [first, ...others].map(({ exchange }) => exchange.operation.id);
    return [{ check, message, operations: [...new Set(ids)], first, others }];
  });
}
