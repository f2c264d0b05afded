import { InputError } from './InputError.ts';
import { planCases } from './phases/planCases.ts';
import { isSelected, selectCases } from './phases/selectCases.ts';
import { findLinkStarts, findReachable } from './stateful/linkedOperations.ts';
import { planWrongPasswords } from './stateful/tryWrongPasswords.ts';
import type { VerifyOptions } from './verifyOptions.ts';

/**
 * Plans the requests of a run and the cases that it skips.
 * @throws {InputError} if no request would have a value of the options
 */
export function planRun(options: VerifyOptions) {
  const { contract } = options;
  const plan = planCases(contract, options);
  const [unused] = plan.unusedValues;
  if (unused !== undefined) {
    const value = options.existingValues.get(unused);
    throw new InputError(`--brief and --value: no operation takes "${value}" for "${unused}"`);
  }
  const { selected, skipped } = selectCases(plan.cases, options);
  const isPlanned = options.phases.has('stateful');
  const linkStarts = findLinkStarts(contract).filter(
    (start) =>
      isPlanned && findReachable(contract, start).some((it) => isSelected(it, options.only)),
  );
  const passwordCases = linkStarts.flatMap(
    (start) => planWrongPasswords(plan, start, options) ?? [],
  );
  return { plan, selected, linkStarts, passwordCases, skipped: [...plan.skipped, ...skipped] };
}
