import { isObject } from '../../contract/index.ts';
import type { CaseDraft } from '../plan/testCase.ts';
import type { PhaseContext } from './phaseContext.ts';
import type { ValueLocation } from './valueLocations.ts';

/**
 * One draft with the changes that several make at these locations. Its parts are sent if it fails. The draft
 * itself if there is only one; undefined if there is none.
 */
export function combineDrafts(
  { base }: PhaseContext,
  locations: readonly ValueLocation[],
  parts: readonly CaseDraft[],
  description: string,
): CaseDraft | undefined {
  const [first, ...others] = parts;
  if (!first || others.length === 0) return first;

  const values = locations.reduce((merged, location) => {
    const original = currentValue(base, location);
    const changed = parts
      .map((part) => currentValue(part, location))
      .find((value) => value !== original);
    return changed === undefined ? merged : location.replace(merged, changed);
  }, base.values);
  return { ...base, description, values, parts };
}

function currentValue({ values }: CaseDraft, { place, name, path }: ValueLocation): unknown {
  if (place !== 'body') return values.parameters.get(`${place} ${name}`);

  return path.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    values.body,
  );
}
