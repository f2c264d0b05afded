import { isRecord, type JsonType, type ResolvedSchema, shorten } from '#contract';
import type { Sampler } from './Sampler.ts';
import { invalid, swapCase, type Variation, type Vary, valid } from './variation.ts';
import { varyArray } from './varyArray.ts';
import { varyNumber } from './varyNumber.ts';
import { varyObject } from './varyObject.ts';
import { varyString } from './varyString.ts';

const samples: readonly (readonly [JsonType, sample: unknown, description: string])[] = [
  ['string', 'contract check', 'is a string'],
  ['integer', 42, 'is an integer'],
  ['number', 1.5, 'is a number with a fraction'],
  ['boolean', true, 'is true'],
  ['null', null, 'is null'],
  ['array', ['contract check'], 'is an array'],
  ['object', { contractCheck: true }, 'is an object'],
];

/**
 * The variations of a value that matches the schema at the pointer, one change at a time. Each
 * variation's `validity` follows from one keyword, so the whole value must still be validated.
 * Alternatives (`oneOf`, `anyOf`) are not varied.
 */
export function* varyValue(pointer: string, sampler: Sampler, value: unknown): Iterable<Variation> {
  const schema = sampler.view(pointer);
  const varyPart: Vary = (inner, part) => varyValue(inner, sampler, part);

  yield* otherListedValues(schema, value);
  yield* unlistedValues(schema, value);
  yield* varyType(schema);
  yield* convertType(schema, value);

  if (typeof value === 'string') yield* varyString(schema, sampler, value);
  if (typeof value === 'number') yield* varyNumber(schema, value);
  if (typeof value === 'boolean') yield valid(!value, `is ${!value}`, schema.pointer);
  if (Array.isArray(value)) yield* varyArray(schema, sampler, varyPart, value);
  if (isRecord(value)) yield* varyObject(schema, varyPart, value);
}

/** The other values of `examples` and `enum`. */
function* otherListedValues(schema: ResolvedSchema, value: unknown): Iterable<Variation> {
  for (const name of ['examples', 'enum']) {
    const keyword = schema.keyword(name);
    if (!keyword || !Array.isArray(keyword.value)) continue;

    for (const listed of keyword.value) {
      if (listed === value) continue;

      yield valid(listed, `is ${shorten(JSON.stringify(listed), 40)}`, keyword.pointer);
    }
  }
}

/** Values that neither `enum` nor `const` lists. */
function* unlistedValues(schema: ResolvedSchema, value: unknown): Iterable<Variation> {
  for (const name of ['enum', 'const']) {
    const keyword = schema.keyword(name);
    if (!keyword) continue;

    const { pointer } = keyword;
    const unlisted = typeof value === 'number' ? value + 1e6 : 'not listed';
    yield invalid(unlisted, 'is not one of the listed values', pointer);
    if (typeof value !== 'string') continue;

    yield invalid(swapCase(value), 'is a listed value in another case', pointer);
    yield invalid('', 'is empty', pointer);
  }
}

/** A value of each type that is not allowed, and of each that is if there are several. */
function* varyType({ types, typePointer }: ResolvedSchema): Iterable<Variation> {
  for (const [type, sample, description] of samples) {
    const isAllowed = types.has(type) || (type === 'integer' && types.has('number'));
    // A server that accepts a fraction accepts an integer too.
    const isRedundant = type === 'number' && !isAllowed && !types.has('integer');
    if (isRedundant || (isAllowed && types.size === 1)) continue;

    const vary = isAllowed ? valid : invalid;
    yield vary(sample, description, typePointer);
  }
}

/** The value as another type, of which lenient servers make the declared one. */
function* convertType({ typePointer }: ResolvedSchema, value: unknown): Iterable<Variation> {
  if (typeof value === 'number' || typeof value === 'boolean') {
    yield invalid(String(value), 'is its text', typePointer);
  }
  if (Array.isArray(value) && value.length > 0) {
    yield invalid(value[0], 'is an item instead of an array', typePointer);
  }
  if (isRecord(value)) yield invalid([value], 'is an array around the object', typePointer);
}
