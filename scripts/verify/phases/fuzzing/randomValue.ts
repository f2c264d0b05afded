import { awkwardTexts } from '../../values/awkwardTexts.ts';
import { absent } from '../../values/variation.ts';
import type { ValueLocation } from '../valueLocations.ts';
import type { Random } from './random.ts';

const letters = [...'abcXYZ019-_.'];
const punctuation = [...' !"#$%&\'()*+,/:;<=>?@[\\]^`{|}~'];
const pieces = awkwardTexts.flatMap(({ texts }) => texts.map(({ text }) => text));
const otherValues = [null, true, false, 0, -1, 1.5, '', ' ', [], {}, ['a'], { a: 1 }, absent];
const numbers = [0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 0.1, 1e-9, 1e300];

/** A value of any type for a location, most often a string of a length around the schema's limits. */
export function randomValue(random: Random, { schema, place }: ValueLocation): unknown {
  if (random.isTrue(0.12) && place !== 'path') return random.pick(otherValues);
  const isNumeric = schema.types.has('number') || schema.types.has('integer');
  if (isNumeric && (random.isTrue(0.5) || !schema.types.has('string'))) {
    return random.isTrue(0.5) ? random.pick(numbers) : random.below(2 ** 32) - 2 ** 31;
  }
  const isPlain = schema.keyword('pattern') !== undefined;
  return randomText(random, randomLength(random, schema), isPlain);
}

function randomLength(random: Random, schema: ValueLocation['schema']): number {
  const min = schema.limit('minLength')?.value ?? 0;
  const max = schema.limit('maxLength')?.value ?? 200;
  if (random.isTrue(0.2)) return max + random.below(3) - 1;
  if (random.isTrue(0.2)) return Math.max(0, min + random.below(3) - 1);
  return min + random.below(Math.max(1, Math.min(max, 1000) - min));
}

/** Exactly this many code points. */
function randomText(random: Random, length: number, isPlain: boolean): string {
  const characters: string[] = [];
  while (characters.length < length) {
    const source = random.below(isPlain ? 8 : 4);
    if (source === 0) characters.push(random.pick(punctuation));
    else if (source === 1 && !isPlain) characters.push(...random.pick(pieces));
    else if (source === 2 && !isPlain) characters.push(randomCharacter(random));
    else characters.push(random.pick(letters));
  }
  return characters.slice(0, Math.max(0, length)).join('');
}

/** Any Unicode character except surrogates. */
function randomCharacter(random: Random): string {
  const code = random.below(random.pick([0x80, 0x3000, 0xd800, 0x110000]));
  return code >= 0xd800 && code < 0xe000 ? '\ufffd' : String.fromCodePoint(code);
}
