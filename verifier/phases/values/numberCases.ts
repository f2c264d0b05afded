import type { CaseDraft } from '../../plan/testCase.ts';
import { type PhaseContext, vary } from '../phaseContext.ts';

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

/** Finds servers that reject a number that the schema admits, or fail on it. */
export function* numberCases(context: PhaseContext): Iterable<CaseDraft> {
  for (const location of context.locations) {
    const { types, keyword, pointer } = location.schema;
    const isNumeric = types.has('number') || types.has('integer');
    if (!isNumeric || keyword('enum') || keyword('const')) continue;

    const allowsAny = types.has('number') && location.place === 'body';
    for (const [value, description] of awkwardNumbers) {
      // All languages represent these exactly as an integer, and write them without an exponent.
      const isExact = Math.abs(value) < 2 ** 53;
      const isSent = (allowsAny || isExact) && context.sampler.accepts(pointer, value);
      if (isSent) yield vary(context, location, value, description);
    }
  }
}
