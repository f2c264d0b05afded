import { describeNames } from '../scenarios/describeNames.ts';
import { FilterError } from '../scenarios/matchFields.ts';

const maxListed = 50;

/**
 * Requires that the values of a condition are known.
 * @param given a value or a list of them; undefined if there is no such condition
 * @param isOne whether a name is that of a value; by default, whether both are equal
 * @throws {FilterError} that lists what there is
 */
export function requireKnown(
  condition: string,
  given: unknown,
  names: Iterable<string>,
  isOne = (name: string, value: string) => name === value,
): void {
  if (given === undefined) return;

  const known = [...new Set(names)];
  const unknown = [given].flat().find((value) => !known.some((name) => isOne(name, `${value}`)));
  if (unknown === undefined) return;

  const expected = describeNames(known.slice(0, maxListed));
  throw new FilterError(`Filter "${condition}": ${expected}, got "${unknown}".`);
}
