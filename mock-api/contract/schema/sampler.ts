import type { SchemaValidator } from '../contract.ts';
import { isObject, isRecord, joinPointer } from '../jsonPointer.ts';
import type { Omitted } from './compileSchema.ts';
import { type JsonType, type ResolvedSchema, resolveSchema } from './resolveSchema.ts';
import { maxSampleLength, samplePattern } from './samplePattern.ts';
import { resizeString, stringCandidates } from './stringCandidates.ts';

/** Reads, validates and samples the schemas of a contract, by JSON pointer. */
export interface Sampler {
  /** The prefix of generated strings that no pattern or format restricts. */
  tag: string;
  view(pointer: string, ...others: readonly string[]): ResolvedSchema;
  validator(pointer: string): SchemaValidator;
  /**
   * A value that matches the schema, with its included optional properties if possible; undefined
   * if none was found. Always the same for the same contract.
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
  /** Whether a value that violates its schema is better than none. False by default. */
  acceptsNearest?: boolean;
}

/** Schemas that refer to each other have more combinations than could ever be tried. */
const maxSteps = 5000;
/** The depths up to which objects get their optional properties, tried one after the other. */
const optionalDepths = [Number.POSITIVE_INFINITY, 3, 1, 0];
const maxItems = 10_000;

export function createSampler(
  document: Record<string, unknown>,
  { tag, omitted, includesOptional, compile, acceptsNearest = false }: SamplerOptions,
): Sampler {
  const views = new Map<string, ResolvedSchema>();
  const view = (pointer: string, ...others: readonly string[]) => {
    const key = [pointer, ...others].join(' ');
    const resolved = views.get(key) ?? resolveSchema(document, pointer, ...others);
    views.set(key, resolved);
    return resolved;
  };

  let remainingSteps = 0;
  let optionalDepth = 0;
  let isLenient = false;
  /** Which of its valid scalars a schema gets, so that the items of a list can differ. */
  let variant = 0;

  function sampleWithinLimits(pointer: string): unknown {
    for (isLenient of acceptsNearest ? [false, true] : [false]) {
      for (optionalDepth of optionalDepths) {
        remainingSteps = maxSteps;
        const value = sample([pointer], []);
        if (remainingSteps <= 0) continue;
        if (value !== undefined) return value;
        break;
      }
    }
    return undefined;
  }

  /** A value that matches all of these schemas. `ancestors` ends the recursion in one that contains itself. */
  function sample(pointers: readonly string[], ancestors: readonly string[]): unknown {
    remainingSteps -= 1;
    const [pointer = '', ...others] = pointers;
    const key = pointers.join(' ');
    if (remainingSteps <= 0 || ancestors.includes(key)) return undefined;
    const countViolations = (value: unknown) =>
      pointers.reduce((count, one) => count + compile(one)(value).length, 0);
    const isValid = (value: unknown) => countViolations(value) === 0;
    const found = new Set<unknown>();
    let nearest: unknown;
    let fewest = Number.POSITIVE_INFINITY;
    for (const candidate of candidates(view(pointer, ...others), [...ancestors, key], isValid)) {
      if (candidate === undefined) continue;
      const violations = countViolations(candidate);
      if (violations === 0) found.add(candidate);
      if (found.size > variant || (found.size > 0 && isObject(candidate))) break;
      if (violations >= fewest) continue;
      fewest = violations;
      nearest = candidate;
    }
    return found.size > 0 ? [...found].at(-1) : isLenient ? nearest : undefined;
  }

  function* candidates(
    schema: ResolvedSchema,
    ancestors: readonly string[],
    isValid: (value: unknown) => boolean,
  ): Iterable<unknown> {
    yield* declaredValues(schema);
    for (const branch of schema.branches) {
      const chosen = sample([branch], ancestors);
      yield chosen;
      if (isRecord(chosen)) yield { ...(sampleObject(schema, ancestors, true) ?? {}), ...chosen };
    }
    for (const { pointer } of ['then', 'else'].flatMap(schema.keywords)) {
      yield sampleObject(view(schema.pointer, pointer), ancestors, true);
    }
    const types = schema.types.size > 0 ? schema.types : new Set<JsonType>(['object', 'string']);
    for (const type of types) {
      if (type === 'string') yield* strings(schema, tag, isValid);
      if (type === 'number' || type === 'integer') yield* numbers(schema);
      if (type === 'boolean') yield* [true, false];
      if (type === 'null') yield null;
      if (type === 'array') yield sampleArray(schema, ancestors);
      if (type !== 'object') continue;
      yield sampleObject(schema, ancestors, true);
      yield sampleObject(schema, ancestors, false);
    }
  }

  function sampleArray(
    schema: ResolvedSchema,
    ancestors: readonly string[],
  ): unknown[] | undefined {
    const pointersOf = (name: string) => schema.keywords(name).map(({ pointer }) => pointer);
    const [prefix] = schema.keywords('prefixItems');
    const tuple = Array.isArray(prefix?.value) ? prefix.value : [];
    const items = pointersOf('items');
    const contains = pointersOf('contains');
    const contained = contains.length > 0 ? (schema.limit('minContains')?.value ?? 1) : 0;
    const minItems = schema.limit('minItems')?.value ?? 0;
    const wanted = Math.max(minItems, 1, tuple.length + contained);
    if (wanted > maxItems) return undefined;
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
      if (item === undefined) break;
      list.push(item);
    }
    variant = before;
    return list.length < minItems ? undefined : list;
  }

  function sampleObject(
    schema: ResolvedSchema,
    ancestors: readonly string[],
    includeOptional: boolean,
  ): Record<string, unknown> | undefined {
    const isOptionalIncluded = includeOptional && ancestors.length <= optionalDepth;
    const required = new Set(schema.required.map(({ value }) => value));
    const names = new Set<string>();
    for (const name of schema.properties.keys()) {
      const [pointer = '', ...others] = schema.propertyPointers(name);
      const property = view(pointer, ...others);
      if (property.keyword(omitted)?.value === true) required.delete(name);
      else if (required.has(name) || (isOptionalIncluded && includesOptional(property))) {
        names.add(name);
      }
    }
    for (const { value } of schema.keywords('dependentRequired')) {
      for (const [name, implied] of Object.entries(value ?? {})) {
        for (const one of names.has(name) ? [implied].flat() : []) required.add(String(one));
      }
    }
    for (const name of required) names.add(name);
    const minProperties = schema.limit('minProperties')?.value ?? 0;
    for (const name of otherNames(schema, ancestors)) {
      if (names.size >= Math.min(minProperties, maxItems)) break;
      names.add(name);
    }
    const properties = [...names].map((name) => [name, sampleProperty(name)] as const);
    if (properties.some(([name, value]) => required.has(name) && value === undefined)) {
      return undefined;
    }
    return Object.fromEntries(properties.filter(([, value]) => value !== undefined));

    function sampleProperty(name: string): unknown {
      const declared = schema.propertyPointers(name);
      const matching = patternsOf(schema).filter(({ pattern }) => pattern.test(name));
      const additional = schema
        .keywords('additionalProperties')
        .filter(({ value }) => isRecord(value));
      const others = matching.length > 0 ? matching : additional;
      const pointers = declared.length > 0 ? declared : others.map(({ pointer }) => pointer);
      return pointers.length > 0 ? sample(pointers, ancestors) : tag;
    }
  }

  /** Names of properties that a schema does not declare but may allow. */
  function* otherNames(schema: ResolvedSchema, ancestors: readonly string[]): Iterable<string> {
    yield* schema.properties.keys();
    for (const { pattern } of patternsOf(schema)) yield samplePattern(pattern.source) ?? tag;
    for (const { pointer } of schema.keywords('propertyNames'))
      yield String(sample([pointer], ancestors));
    for (let i = 1; i <= maxItems; i += 1) yield `${tag}${i}`;
  }

  return { tag, view, validator: compile, sample: sampleWithinLimits };
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
