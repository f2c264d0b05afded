import type { SchemaValidator } from '../contract.ts';
import { isObject, isRecord, joinPointer } from '../jsonPointer.ts';
import type { Omitted } from './compileSchema.ts';
import { type JsonType, type ResolvedSchema, resolveSchema } from './resolveSchema.ts';
import { samplePattern } from './samplePattern.ts';
import { resizeString, stringCandidates } from './stringCandidates.ts';

/** Reads, validates and samples the schemas of a contract, by JSON pointer. */
export interface Sampler {
  /** The prefix of generated strings that no pattern or format restricts. */
  tag: string;
  view(pointer: string, ...others: readonly string[]): ResolvedSchema;
  validator(pointer: string): SchemaValidator;
  /**
   * A value that matches the schema, or the nearest one that was found, with its included optional
   * properties if possible. Always the same for the same contract.
   */
  sample(pointer: string): unknown;
}

export interface SamplerOptions {
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
): Sampler {
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
  /** Which of its valid scalars a schema gets, so that the items of a list can differ. */
  let variant = 0;

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
    const found = new Set<unknown>();
    let nearest: unknown;
    let fewest = Number.POSITIVE_INFINITY;
    const isMatch = (value: unknown) => isValid(pointers, value);
    for (const candidate of candidates(view(pointer, ...others), [...ancestors, key], isMatch)) {
      if (candidate === undefined) continue;
      const violations = countViolations(pointers, candidate);
      if (violations === 0) found.add(candidate);
      if (found.size > variant || (found.size > 0 && isObject(candidate))) break;
      if (violations >= fewest) continue;
      fewest = violations;
      nearest = candidate;
    }
    return found.size > 0 ? [...found].at(-1) : nearest;
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
    for (const { pointer } of ['then', 'else'].flatMap(schema.keywords)) {
      yield sampleObject(view(schema.pointer, pointer), ancestors, true);
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
    const pointersOf = (name: string) => schema.keywords(name).map(({ pointer }) => pointer);
    const [prefix] = schema.keywords('prefixItems');
    const tuple = Array.isArray(prefix?.value) ? prefix.value : [];
    const items = pointersOf('items');
    const contains = pointersOf('contains');
    const contained = contains.length > 0 ? (schema.limit('minContains')?.value ?? 1) : 0;
    const minItems = schema.limit('minItems')?.value ?? 0;
    const wanted = Math.max(minItems, 1, tuple.length + contained);
    const length = Math.min(wanted, schema.limit('maxItems')?.value ?? wanted);
    const isUnique = schema.keyword('uniqueItems')?.value === true;
    const before = variant;
    const list: unknown[] = [];
    for (let i = 0; i < length; i += 1) {
      if (isUnique) variant = i;
      const isContained = i >= tuple.length && i < tuple.length + contained;
      const pointers =
        i < tuple.length
          ? [joinPointer(prefix?.pointer ?? '', i)]
          : [...(isContained ? contains : []), ...items];
      const item = pointers.length > 0 ? sample(pointers, ancestors) : 1;
      if (item === undefined || (i >= minItems && !isValid(pointers, item))) break;
      list.push(item);
    }
    variant = before;
    return list;
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
    for (const { value } of schema.keywords('dependentRequired')) {
      for (const [name, implied] of Object.entries(value ?? {})) {
        const isPresent = names.has(name) || required.has(name);
        for (const one of isPresent ? [implied].flat() : []) required.add(String(one));
      }
    }
    for (const name of required) names.add(name);
    const minProperties = schema.limit('minProperties')?.value ?? 0;
    for (const name of otherNames(schema, ancestors)) {
      if (names.size >= minProperties) break;
      names.add(name);
    }
    const entries = [...names].flatMap((name) => {
      const pointers = propertyPointers(schema, name);
      const value = pointers.length > 0 ? sample(pointers, ancestors) : tag;
      const isUsable = value !== undefined && (required.has(name) || isValid(pointers, value));
      return isUsable ? [[name, value] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  /** Names of properties that a schema does not declare but may allow. */
  function* otherNames(schema: ResolvedSchema, ancestors: readonly string[]): Iterable<string> {
    yield* schema.properties.keys();
    for (const { pattern } of patternsOf(schema)) yield samplePattern(pattern.source) ?? tag;
    for (const { pointer } of schema.keywords('propertyNames'))
      yield String(sample([pointer], ancestors));
    for (let i = 1; ; i += 1) yield `${tag}${i}`;
  }

  return { tag, view, validator: compile, sample: sampleOnce };
}

/** The pointers of a property's schemas, whether or not it is declared. */
function propertyPointers(schema: ResolvedSchema, name: string): readonly string[] {
  const declared = schema.propertyPointers(name);
  if (declared.length > 0) return declared;
  const matching = patternsOf(schema).filter(({ pattern }) => pattern.test(name));
  const additional = schema.keywords('additionalProperties').filter(({ value }) => isRecord(value));
  return (matching.length > 0 ? matching : additional).map(({ pointer }) => pointer);
}

function patternsOf(schema: ResolvedSchema): { pattern: RegExp; pointer: string }[] {
  return schema.keywords('patternProperties').flatMap(({ value, pointer }) =>
    Object.keys(value ?? {}).map((key) => ({
      pattern: new RegExp(key, 'u'),
      pointer: joinPointer(pointer, key),
    })),
  );
}

/** The values in the schema's own `examples`, `enum`, `example`, `default` and `const`. */
function declaredValues(schema: ResolvedSchema): unknown[] {
  const lists = ['examples', 'enum'].flatMap((name) => {
    const values = schema.keyword(name)?.value;
    return Array.isArray(values) ? values : [];
  });
  const singles = ['example', 'default', 'const'].flatMap((name) => {
    const keyword = schema.keyword(name);
    return keyword ? [keyword.value] : [];
  });
  return [...lists.slice(0, 1), ...singles, ...lists.slice(1)];
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
  for (let i = 1; i <= variants; i += 1) yield `${tag}${i}`;
}

/** How many more scalars are tried if the first ones are invalid or not different enough. */
const variants = 20;

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
  for (let i = 2; i <= variants; i += 1) yield toDecimal(i * step);
}

/** Without the error of binary fractions: 19.99, not 19.990000000000002. */
function toDecimal(value: number): number {
  return Number(value.toPrecision(15));
}
