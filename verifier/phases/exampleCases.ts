import type { CaseDraft } from '../plan/testCase.ts';
import { tagTexts } from './baseCase.ts';
import type { PhaseContext } from './phaseContext.ts';
import { replaceValue, subjectOf, type ValueLocation } from './valueLocations.ts';

/** Finds servers that reject a named example of the contract. */
export function* exampleCases(context: PhaseContext): Iterable<CaseDraft> {
  for (const root of context.roots) yield* examplesOf(context, root);
}

function* examplesOf(context: PhaseContext, root: ValueLocation): Iterable<CaseDraft> {
  const { operation, base, media, isTagged } = context;
  const { place, name } = root;
  const parameter = operation.parameters.find((it) => it.in === place && it.name === name);

  for (const example of (parameter ?? media)?.examples ?? []) {
    const isTaggedBody = media && !parameter && isTagged;
    const value = isTaggedBody ? tagTexts(example.value, media, context) : example.value;
    if (value === root.value) continue;

    yield {
      ...base,
      description: `${subjectOf(root)} is the example "${example.name}".`,
      pointer: example.pointer,
      values: replaceValue(root, base.values, value),
      usesExistingValues: false,
    };
  }
}
