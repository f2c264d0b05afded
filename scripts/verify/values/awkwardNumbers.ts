import type { SchemaValidator } from '../../../mock-api/contract/contract.ts';
import type { ResolvedSchema } from '../../../mock-api/contract/schema/resolveSchema.ts';
import { replaceWhole, type Variation } from './variation.ts';

/** Numbers that storage types and hand-written checks often exclude. */
const numbers: readonly (readonly [number, description: string])[] = [
  [0, 'is 0'],
  [-1, 'is negative'],
  [2 ** 31, 'is 2147483648, one more than 32 bits can hold'],
  [2 ** 53 - 1, 'is 9007199254740991, the largest exact integer'],
  [2 ** 63, 'is 9223372036854775808, one more than 64 bits can hold'],
  [0.5, 'is a fraction below 1'],
  [1e21, 'is 1e+21, in exponential notation'],
];

/**
 * The numbers of the table that a schema admits. Where they are text or integers, without those that many
 * languages cannot represent exactly.
 */
export function* awkwardNumbers(
  { pointer, types }: ResolvedSchema,
  validate: SchemaValidator,
  isText: boolean,
): Iterable<Variation> {
  const allowsAny = types.has('number') && !isText;
  for (const [value, description] of numbers) {
    if (validate(value).length > 0 || (!allowsAny && !isPlain(value))) continue;
    yield replaceWhole('valid', value, description, pointer);
  }
}

function isPlain(value: number): boolean {
  return Math.abs(value) < 2 ** 53 && !String(value).includes('e');
}
