import type { CaseDraft } from '../../plan/testCase.ts';
import { longestTexts, miscountedTexts } from '../../values/awkwardLengths.ts';
import { awkwardNumbers } from '../../values/awkwardNumbers.ts';
import type { Variation } from '../../values/variation.ts';
import { combineDrafts } from '../combineDrafts.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation } from '../valueLocations.ts';

/** Texts whose length servers often count wrongly, on either side of a limit. */
export function* lengthCases(context: PhaseContext): Iterable<CaseDraft> {
  const { sampler, isTagged } = context;
  const prefix = isTagged ? `${sampler.tag} ` : '';
  const locations = findLocations(context).filter((it) => it.isFreeText && !it.isKnown);
  const longest = new Map<string, CaseDraft[]>();
  for (const location of locations) {
    for (const { description, ...variation } of longestTexts(location.schema, prefix)) {
      const sentence = `has ${location.schema.limit('maxLength')?.value} characters ${description}`;
      const draft = vary(context, location, { ...variation, description: sentence });
      longest.set(description, [...(longest.get(description) ?? []), draft]);
    }
  }
  for (const [description, parts] of longest) {
    const sentence = `Every free text has its maximum length, in characters ${description}.`;
    const combined = combineDrafts(context, locations, parts, sentence);
    if (combined) yield combined;
  }
  for (const location of locations) {
    const { schema } = location;
    const texts = miscountedTexts(schema, sampler.validator(schema.pointer), prefix);
    for (const variation of texts) yield vary(context, location, variation);
  }
}

/** Numbers that servers often exclude although the schema admits them. */
export function* numberCases(context: PhaseContext): Iterable<CaseDraft> {
  for (const location of findLocations(context)) {
    const { schema } = location;
    const { types, keyword, pointer } = schema;
    const isNumeric = types.has('number') || types.has('integer');
    if (!isNumeric || keyword('enum') || keyword('const')) continue;
    const validate = context.sampler.validator(pointer);
    for (const variation of awkwardNumbers(schema, validate, location.place !== 'body')) {
      yield vary(context, location, variation);
    }
  }
}

function vary(
  { base }: PhaseContext,
  { subject, replace, isKnown }: ValueLocation,
  { validity, value, description, pointer }: Variation,
): CaseDraft {
  return {
    ...base,
    kind: validity === 'valid' ? 'valid data' : 'invalid data',
    description: `${subject} ${description}.`,
    pointer,
    values: replace(base.values, value),
    usesKnownValues: base.usesKnownValues && !isKnown,
  };
}
