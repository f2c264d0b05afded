import type { CaseDraft } from '../../plan/testCase.ts';
import { longestTexts, miscountedTexts } from '../../values/awkwardLengths.ts';
import type { Variation } from '../../values/variation.ts';
import { combineDrafts } from '../combineDrafts.ts';
import type { PhaseContext } from '../phaseContext.ts';
import { findLocations, type ValueLocation, vary } from '../valueLocations.ts';

/** Texts whose length servers often count wrongly, on either side of a limit. */
export function* lengthCases(context: PhaseContext): Iterable<CaseDraft> {
  const { sampler, isTagged } = context;
  const prefix = isTagged ? `${sampler.tag} ` : '';
  const locations = findLocations(context).filter((it) => it.isFreeText && !it.isExisting);
  const longest = new Map<string, CaseDraft[]>();
  for (const location of locations) {
    for (const { description, ...variation } of longestTexts(location.schema, prefix)) {
      const sentence = `has ${location.schema.limit('maxLength')?.value} characters ${description}`;
      const draft = varyLength(context, location, { ...variation, description: sentence });
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
    for (const variation of texts) yield varyLength(context, location, variation);
  }
}

/** Numbers that storage types and hand-written checks often exclude. */
const awkwardNumbers: readonly (readonly [number, description: string])[] = [
  [0, 'is 0'],
  [-1, 'is negative'],
  [2 ** 31, 'is 2147483648, one more than 32 bits can hold'],
  [2 ** 53 - 1, 'is 9007199254740991, the largest exact integer'],
  [2 ** 63, 'is 9223372036854775808, one more than 64 bits can hold'],
  [0.5, 'is a fraction below 1'],
  [1e21, 'is 1e+21, in exponential notation'],
];

/** The numbers of the table that a schema admits; only exact ones where they are text or integers. */
export function* numberCases(context: PhaseContext): Iterable<CaseDraft> {
  for (const location of findLocations(context)) {
    const { schema } = location;
    const { types, keyword } = schema;
    const isNumeric = types.has('number') || types.has('integer');
    if (!isNumeric || keyword('enum') || keyword('const')) continue;
    const allowsAny = types.has('number') && location.place === 'body';
    for (const [value, description] of awkwardNumbers) {
      if (!location.accepts(value) || !(allowsAny || isExact(value))) continue;
      yield vary(context, location, value, description);
    }
  }
}

/** Whether all languages represent a number exactly as an integer, and write it without an exponent. */
function isExact(value: number): boolean {
  return Math.abs(value) < 2 ** 53 && !String(value).includes('e');
}

function varyLength(
  context: PhaseContext,
  location: ValueLocation,
  { validity, value, description, pointer }: Variation,
): CaseDraft {
  const kind = validity === 'valid' ? 'valid data' : 'invalid data';
  return { ...vary(context, location, value, description), kind, pointer };
}
