import {
  isRecord,
  type JsonType,
  type ResolvedSchema,
  type Sampler,
  shorten,
} from '../../../mock-api/contract/index.ts';
import { replaceAt, replaceWhole, swapCase, type Variation, type Vary } from './variation.ts';
import { varyArray } from './varyArray.ts';
import { varyNumber } from './varyNumber.ts';
import { varyObject } from './varyObject.ts';
import { varyString } from './varyString.ts';

const sampleByType = {
  string: 'contract check',
  integer: 42,
  number: 1.5,
  boolean: true,
  null: null,
  array: ['contract check'],
  object: { contractCheck: true },
} satisfies Record<JsonType, unknown>;

/** Each further level of alternatives multiplies the number of variations. */
const maxNestedBranches = 3;

const typeDescriptions = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number with a fraction',
  boolean: 'true',
  null: 'null',
  array: 'an array',
  object: 'an object',
} satisfies Record<JsonType, string>;

/**
 * The variations of a value that matches the schema at the pointer, one change at a time. Each
 * variation's `validity` follows from one keyword, so the whole value must still be validated.
 */
export function varyValue(
  pointer: string,
  sampler: Sampler,
  value: unknown,
  ancestors: readonly string[] = [],
): Iterable<Variation> {
  const cached = variationsBySampler.get(sampler) ?? new Map<string, readonly Variation[]>();
  variationsBySampler.set(sampler, cached);
  const key = JSON.stringify([pointer, ancestors, value]);
  const variations = cached.get(key) ?? [
    ...limitVariations([...vary(sampler.view(pointer), sampler, value, ancestors)]),
  ];
  cached.set(key, variations);
  return variations;
}

/** Large contracts contain the same schema many times. */
const variationsBySampler = new WeakMap<Sampler, Map<string, readonly Variation[]>>();

function* vary(
  schema: ResolvedSchema,
  sampler: Sampler,
  value: unknown,
  ancestors: readonly string[],
): Iterable<Variation> {
  const varyPart: Vary = (pointer, part) => varyValue(pointer, sampler, part, ancestors);
  yield* varyListedValues(schema, value);
  yield* varyType(schema, sampler);
  yield* convertType(schema, value);
  yield* varyBranches(schema, sampler, value, ancestors);
  if (typeof value === 'string') {
    yield* varyString(schema, sampler.validator(schema.pointer), value, sampler.tag);
  }
  if (typeof value === 'number') yield* varyNumber(schema, value);
  if (typeof value === 'boolean') {
    yield replaceWhole('valid', !value, `is ${!value}`, schema.pointer);
  }
  if (Array.isArray(value)) yield* varyArray(schema, sampler, varyPart, value);
  if (isRecord(value)) yield* varyObject(schema, sampler, varyPart, value);
}

/** The other values of `examples` and `enum`, and one that is not listed. */
function* varyListedValues(schema: ResolvedSchema, value: unknown): Iterable<Variation> {
  for (const name of ['examples', 'enum']) {
    const keyword = schema.keyword(name);
    if (!keyword || !Array.isArray(keyword.value)) continue;
    for (const listed of keyword.value) {
      if (listed === value) continue;
      const description = `is ${shorten(JSON.stringify(listed), 40)}`;
      yield replaceWhole('valid', listed, description, keyword.pointer);
    }
  }
  for (const name of ['enum', 'const']) {
    const keyword = schema.keyword(name);
    if (!keyword) continue;
    const { pointer } = keyword;
    const unlisted = typeof value === 'number' ? value + 1e6 : 'not listed';
    yield replaceWhole('invalid', unlisted, 'is not one of the listed values', pointer);
    if (typeof value !== 'string') continue;
    yield replaceWhole('invalid', swapCase(value), 'is a listed value in another case', pointer);
    yield replaceWhole('invalid', '', 'is empty', pointer);
  }
}

function* varyType(schema: ResolvedSchema, sampler: Sampler): Iterable<Variation> {
  for (const [name, sample] of Object.entries(sampleByType)) {
    const type = name as JsonType;
    const description = `is ${typeDescriptions[type]}`;
    const isAllowed = schema.types.has(type) || (type === 'integer' && schema.types.has('number'));
    if (!isAllowed) {
      // A server that accepts a fraction accepts an integer too.
      const isThorough = type === 'number' && !schema.types.has('integer');
      const variation = replaceWhole('invalid', sample, description, schema.typePointer);
      yield { ...variation, isThorough };
    }
    // Where several types are allowed, the base value has only one of them.
    if (
      isAllowed &&
      schema.types.size > 1 &&
      sampler.validator(schema.pointer)(sample).length === 0
    ) {
      yield replaceWhole('valid', sample, description, schema.typePointer);
    }
  }
}

/** The value as another type, of which lenient servers make the declared one. */
function* convertType({ typePointer }: ResolvedSchema, value: unknown): Iterable<Variation> {
  if (typeof value === 'number' || typeof value === 'boolean') {
    yield replaceWhole('invalid', String(value), 'is its text', typePointer);
  }
  if (Array.isArray(value) && value.length > 0) {
    yield replaceWhole('invalid', value[0], 'is an item instead of an array', typePointer);
  }
  if (isRecord(value)) {
    yield replaceWhole('invalid', [value], 'is an array around the object', typePointer);
  }
}

/** Each alternative of `oneOf` and `anyOf`, with its own variations. */
function* varyBranches(
  schema: ResolvedSchema,
  sampler: Sampler,
  value: unknown,
  ancestors: readonly string[],
): Iterable<Variation> {
  for (const [i, branch] of schema.branches.entries()) {
    const isCurrent = sampler.validator(branch)(value).length === 0;
    // Ends the recursion in a schema that contains itself.
    if (!isCurrent && ancestors.includes(branch)) continue;
    const base = isCurrent ? value : sampler.sample(branch);
    if (base === undefined) continue;
    const alternative = `alternative ${i + 1}`;
    if (!isCurrent) yield replaceWhole('valid', base, `is ${alternative}`, branch);
    if (ancestors.length >= maxNestedBranches) continue;
    for (const inner of varyValue(branch, sampler, base, [...ancestors, branch])) {
      const place = inner.path.length > 0 ? `, "${inner.path.join('.')}"` : '';
      yield {
        ...inner,
        path: [],
        value: replaceAt(base, inner.path, inner.value),
        description: `(${alternative}${place}) ${inner.description}`,
      };
    }
  }
}

/** More than a schema of usual size has. Alternatives within alternatives multiply to hundreds of thousands. */
const maxVariations = 500;

/** Keeps at most a fixed number of variations: those near the root first, and of the last level every nth. */
function limitVariations(variations: Variation[]): Variation[] {
  if (variations.length <= maxVariations) return variations;
  const kept = new Set<Variation>();
  const depths = new Set(variations.map(({ path }) => path.length).sort((a, b) => a - b));
  for (const depth of depths) {
    const level = variations.filter(({ path }) => path.length === depth);
    const step = Math.max(1, level.length / (maxVariations - kept.size));
    for (let i = 0; i < level.length && kept.size < maxVariations; i += step) {
      const variation = level[Math.floor(i)];
      if (variation) kept.add(variation);
    }
  }
  return variations.filter((variation) => kept.has(variation));
}
