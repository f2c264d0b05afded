import type { SchemaValidator } from '../contract.ts';
import { isRecord } from '../jsonPointer.ts';
import type { Omitted } from './compileSchema.ts';
import { type JsonType, type ResolvedSchema, resolveSchema } from './resolveSchema.ts';
import { resizeString, stringCandidates } from './stringCandidates.ts';

/** Reads, validates and samples the schemas of a contract, by JSON pointer. */
export type Sampler = ReturnType<typeof createSampler>;

export interface SamplerOptions {
  /** The prefix of generated strings that no pattern or format restricts. */
  tag: string;
  /** The keyword of properties that a generated object does not have. */
  omitted: Omitted;
  /** Whether a generated object has an optional property, given its schema. */
  includesOptional(schema: ResolvedSchema): boolean;
  /** Compiles a schema of the same document. */
  compile: (pointer: string) => SchemaValidator;
}

/** Schemas that refer to each other have more combinations than could ever be tried. */
const maxSteps = 5000;
/** The depths up to which objects get their optional properties, tried one after the other. */
const optionalDepths = [10, 3, 1, 0];

export function createSampler(
  document: Record<string, unknown>,
  { tag, omitted, includesOptional, compile }: SamplerOptions,
) {
  const views = new Map<string, ResolvedSchema>();
  const view = (...pointers: [string, ...string[]]) => {
    const key = pointers.join(' ');
    const resolved = views.get(key) ?? resolveSchema(document, ...pointers);
    views.set(key, resolved);
    return resolved;
  };
  const samples = new Map<string, unknown>();
  let remainingSteps = 0;
  let optionalDepth = 0;

  /**
   * A value that matches the schema, or the nearest one that was found, with its included optional
   * properties if possible. Always the same for the same contract.
   */
  function sampleOnce(pointer: string): unknown {
    if (!samples.has(pointer)) samples.set(pointer, sampleWithinLimits(pointer));
    return samples.get(pointer);
  }

  function sampleWithinLimits(pointer: string): unknown {
    for (optionalDepth of optionalDepths) {
      remainingSteps = maxSteps;
      const value = sample([pointer], []);
      if (remainingSteps > 0) return value;
    }
    return undefined;
  }

  /** A value for all of these schemas. `ancestors` ends the recursion in one that contains itself. */
  function sample(pointers: readonly string[], ancestors: readonly string[]): unknown {
    remainingSteps -= 1;
    const [pointer = '', ...others] = pointers;
    const key = pointers.join(' ');
    if (remainingSteps <= 0 || ancestors.includes(key)) return undefined;
    let nearest: unknown;
    let fewest = Number.POSITIVE_INFINITY;
    const isMatch = (value: unknown) => isValid(pointers, value);
    for (const candidate of candidates(view(pointer, ...others), [...ancestors, key], isMatch)) {
      if (candidate === undefined) continue;
      const violations = countViolations(pointers, candidate);
      if (violations >= fewest) continue;
      fewest = violations;
      nearest = candidate;
      if (violations === 0) break;
    }
    return nearest;
  }

  function countViolations(pointers: readonly string[], value: unknown): number {
    return pointers.reduce((count, pointer) => count + compile(pointer)(value).length, 0);
  }

  function isValid(pointers: readonly string[], value: unknown): boolean {
    return countViolations(pointers, value) === 0;
  }

  function* candidates(
    schema: ResolvedSchema,
    ancestors: readonly string[],
    isMatch: (value: unknown) => boolean,
  ): Iterable<unknown> {
    yield* declaredValues(schema);
    const others = schema.branches.flatMap((branch) => [...view(branch).properties.keys()]);
    for (const branch of schema.branches) {
      const chosen = sample([branch], ancestors);
      yield chosen;
      yield* objects(view(schema.pointer, branch), ancestors);
      // Where every alternative matches an object, null keeps the other ones from it.
      if (isRecord(chosen)) {
        yield { ...Object.fromEntries(others.map((name) => [name, null])), ...chosen };
      }
    }
    const types = schema.types.size > 0 ? schema.types : new Set<JsonType>(['object', 'string']);
    for (const type of types) {
      if (type === 'string') yield* strings(schema, tag, isMatch);
      if (type === 'number' || type === 'integer') yield* numbers(schema);
      if (type === 'boolean') yield* [true, false];
      if (type === 'null') yield null;
      if (type === 'array') yield sampleArray(schema, ancestors);
      if (type === 'object') yield* objects(schema, ancestors);
    }
  }

  function* objects(schema: ResolvedSchema, ancestors: readonly string[]): Iterable<unknown> {
    yield sampleObject(schema, ancestors, true);
    yield sampleObject(schema, ancestors, false);
  }

  function sampleArray(schema: ResolvedSchema, ancestors: readonly string[]): unknown[] {
    const items = schema.keywords('items').map(({ pointer }) => pointer);
    const minItems = schema.limit('minItems')?.value ?? 0;
    const length = Math.min(Math.max(minItems, 1), schema.limit('maxItems')?.value ?? minItems + 1);
    const item = items.length > 0 ? sample(items, ancestors) : 1;
    const isUsable = item !== undefined && (minItems > 0 || isValid(items, item));
    return isUsable ? Array<unknown>(length).fill(item) : [];
  }

  function sampleObject(
    schema: ResolvedSchema,
    ancestors: readonly string[],
    includeOptional: boolean,
  ): Record<string, unknown> {
    const isOptionalIncluded = includeOptional && ancestors.length <= optionalDepth;
    const required = new Set(schema.required.map(({ value }) => value));
    const names = new Set<string>();
    for (const name of schema.properties.keys()) {
      const [pointer = '', ...others] = schema.propertyPointers(name);
      const property = view(pointer, ...others);
      if (property.keyword(omitted)?.value === true) required.delete(name);
      else if (isOptionalIncluded && includesOptional(property)) names.add(name);
    }
    for (const name of required) names.add(name);
    const entries = [...names].flatMap((name) => {
      const pointers = propertyPointers(schema, name);
      const value = pointers.length > 0 ? sample(pointers, ancestors) : tag;
      const isUsable = value !== undefined && (required.has(name) || isValid(pointers, value));
      return isUsable ? [[name, value] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  return { tag, view, validator: compile, sample: sampleOnce };
}

/** The pointers of a property's schemas, whether or not it is declared. */
function propertyPointers(schema: ResolvedSchema, name: string): readonly string[] {
  const declared = schema.propertyPointers(name);
  if (declared.length > 0) return declared;
  const additional = schema.keywords('additionalProperties').filter(({ value }) => isRecord(value));
  return additional.map(({ pointer }) => pointer);
}

/** The values in the schema's own `examples`, `example`, `default`, `const` and `enum`. */
function declaredValues(schema: ResolvedSchema): unknown[] {
  return ['examples', 'example', 'default', 'const', 'enum'].flatMap((name) => {
    const isList = name === 'examples' || name === 'enum';
    return schema.keywords(name).flatMap(({ value }) => (isList ? value : [value]));
  });
}

/** In characters. Generated contracts have limits such as 2147483647. */
const maxSampleLength = 1_000_000;

function* strings(
  schema: ResolvedSchema,
  tag: string,
  isValid: (text: string) => boolean,
): Iterable<unknown> {
  const samples = stringCandidates(schema, tag);
  yield* samples;
  for (const name of ['minLength', 'maxLength']) {
    const length = schema.limit(name)?.value;
    if (length !== undefined && length <= maxSampleLength)
      yield resizeString(samples, length, isValid);
  }
}

function* numbers(schema: ResolvedSchema): Iterable<number> {
  const step = schema.limit('multipleOf')?.value ?? 1;
  yield* [1, 0, step, 0.5];
  const limits = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap(
    (name) => schema.limit(name)?.value ?? [],
  );
  for (const limit of limits) {
    yield* [limit, limit + 1, limit - 1, toDecimal(Math.ceil(limit / step) * step)];
  }
  if (limits.length > 0) yield limits.reduce((sum, limit) => sum + limit, 0) / limits.length;
}

/** Without the error of binary fractions: 19.99, not 19.990000000000002. */
function toDecimal(value: number): number {
  return Number(value.toPrecision(15));
}
