import type { CaseDraft } from '../plan/testCase.ts';
import { absent, replaceAt, type Variation } from '../values/variation.ts';
import { varyValue } from '../values/varyValue.ts';
import type { PhaseContext } from './phaseContext.ts';
import { replaceValue, subjectOf, type ValueLocation } from './valueLocations.ts';

/** Finds servers that are stricter or more lenient than a keyword of a schema, with one change at a time. */
export function* coverageCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base, roots, sampler } = context;
  yield* parameterCounts(context);

  for (const root of roots) {
    for (const variation of varyValue(root.schema.pointer, sampler, root.value)) {
      const draft = varyRoot(context, root, variation);
      if (draft) yield draft;
    }
  }

  if (!operation.requestBody?.required) return;

  const { parameters } = base.values;
  const { pointer } = operation.requestBody;
  const description = 'The body is missing.';
  yield { ...base, kind: 'invalid data', description, pointer, values: { parameters } };
}

/** The parameters of the base request, missing and repeated. */
function* parameterCounts({ operation, base, roots }: PhaseContext): Iterable<CaseDraft> {
  for (const { name, in: place, required, pointer } of operation.parameters) {
    const root = roots.find((it) => it.place === place && it.name === name);
    if (!root || place === 'path') continue;

    const subject = subjectOf(root);
    yield {
      ...base,
      kind: required ? 'invalid data' : 'valid data',
      description: `${subject} is missing.`,
      pointer,
      values: replaceValue(root, base.values, undefined),
    };
    if (place !== 'query' || Array.isArray(root.value)) continue;

    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(String(root.value))}`;
    yield {
      ...base,
      kind: 'unusual request',
      description: `${subject} is repeated.`,
      pointer,
      usesExistingValues: false,
      rewrite: (request) => ({ ...request, target: `${request.target}&${pair}` }),
    };
  }
}

/** The base request with a variation of a parameter or of the body; undefined for a body that is missing. */
function varyRoot(
  { base, existingValues }: PhaseContext,
  root: ValueLocation,
  { validity, path, value, description, pointer }: Variation,
): CaseDraft | undefined {
  const replaced = replaceAt(root.value, path, value);
  if (replaced === absent) return undefined;

  const [name = ''] = path;
  const isSame = root.place === 'body' && !existingValues.has(name);
  // In the text of a parameter, null is an empty value.
  const isEmpty = root.place !== 'body' && value === null;
  return {
    ...base,
    kind: validity === 'valid' ? 'valid data' : 'invalid data',
    description: `${subjectOf(root, path)} ${isEmpty ? 'is empty' : description}.`,
    pointer,
    values: replaceValue(root, base.values, replaced),
    usesExistingValues: base.usesExistingValues && isSame,
  };
}
