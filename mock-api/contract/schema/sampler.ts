import type { SchemaValidator } from '../contract.ts';
import { isRecord } from '../jsonPointer.ts';
import { type JsonType, type ResolvedSchema, resolveSchema } from './resolveSchema.ts';
import { maxSampleLength } from './samplePattern.ts';
import { resizeString, stringCandidates } from './stringCandidates.ts';

/** Reads, validates and samples the schemas of a contract, by JSON pointer. */
export interface Sampler {
  /** The prefix of generated strings that no pattern or format restricts. */
  tag: string;
  view(pointer: string): ResolvedSchema;
  validator(pointer: string): SchemaValidator;
  /**
   * A value that matches the schema, with its included optional properties if possible; undefined
   * if none was found. Always the same for the same contract.
   */
  sample(pointer: string): unknown;
}

export interface SamplerOptions {
  tag: string;
  /** Whether a generated object has an optional property, given its schema. */
  includesOptional(schema: ResolvedSchema): boolean;
  /** Compiles a schema of the same document. */
  compile: (pointer: string) => SchemaValidator;
}

/** Schemas that refer to each other have more combinations than could ever be tried. */
const maxSteps = 5000;
/** The depths up to which objects get their optional properties, tried one after the other. */
const optionalDepths = [Number.POSITIVE_INFINITY, 3, 1, 0];
const maxItems = 10_000;

export function createSampler(
  document: Record<string, unknown>,
  { tag, includesOptional, compile }: SamplerOptions,
): Sampler {
  const views = new Map<string, ResolvedSchema>();
  const view = (pointer: string) => {
    const resolved = views.get(pointer) ?? resolveSchema(document, pointer);
    views.set(pointer, resolved);
    return resolved;
  };

  let remainingSteps = 0;
  let optionalDepth = 0;

  function sampleWithinLimits(pointer: string): unknown {
    for (optionalDepth of optionalDepths) {
      remainingSteps = maxSteps;
      const value = sample(pointer, []);
      if (remainingSteps > 0) return value;
    }
    return undefined;
  }

  /** `ancestors` ends the recursion in a schema that contains itself. */
  function sample(pointer: string, ancestors: readonly string[]): unknown {
    remainingSteps -= 1;
    if (remainingSteps <= 0 || ancestors.includes(pointer)) return undefined;
    const schema = view(pointer);
    const isValid = (value: unknown) => value !== undefined && compile(pointer)(value).length === 0;
    for (const candidate of candidates(schema, [...ancestors, pointer])) {
      if (isValid(candidate)) return candidate;
    }
    return undefined;
  }

  function* candidates(schema: ResolvedSchema, ancestors: readonly string[]): Iterable<unknown> {
    yield* declaredValues(schema);
    for (const branch of schema.branches) {
      const chosen = sample(branch, ancestors);
      yield chosen;
      if (isRecord(chosen)) yield { ...(sampleObject(schema, ancestors, true) ?? {}), ...chosen };
    }
    const types = schema.types.size > 0 ? schema.types : new Set<JsonType>(['object', 'string']);
    for (const type of types) yield* ofType(type, schema, ancestors);
  }

  function* ofType(
    type: JsonType,
    schema: ResolvedSchema,
    ancestors: readonly string[],
  ): Iterable<unknown> {
    switch (type) {
      case 'string':
        return yield* strings(schema, tag, compile(schema.pointer));
      case 'number':
      case 'integer':
        return yield* numbers(schema);
      case 'boolean':
        return yield* [true, false];
      case 'null':
        return yield null;
      case 'array':
        return yield sampleArray(schema, ancestors);
      case 'object':
        yield sampleObject(schema, ancestors, true);
        return yield sampleObject(schema, ancestors, false);
    }
  }

  function sampleArray(
    schema: ResolvedSchema,
    ancestors: readonly string[],
  ): unknown[] | undefined {
    const items = schema.keyword('items')?.pointer;
    const item = items === undefined ? 1 : sample(items, ancestors);
    const minItems = schema.limit('minItems')?.value ?? 0;
    if (minItems > maxItems) return undefined;
    if (item === undefined) return minItems === 0 ? [] : undefined;
    return Array.from({ length: Math.max(minItems, 1) }, () => item);
  }

  function sampleObject(
    schema: ResolvedSchema,
    ancestors: readonly string[],
    includeOptional: boolean,
  ): Record<string, unknown> | undefined {
    const isOptionalIncluded = includeOptional && ancestors.length <= optionalDepth;
    const required = new Set(schema.required.map(({ value }) => value));
    const properties = [...schema.properties]
      .filter(
        ([name, pointer]) =>
          required.has(name) || (isOptionalIncluded && includesOptional(view(pointer))),
      )
      .map(([name, pointer]) => [name, sample(pointer, ancestors)] as const);
    if (properties.some(([name, value]) => required.has(name) && value === undefined)) {
      return undefined;
    }
    return Object.fromEntries(properties.filter(([, value]) => value !== undefined));
  }

  return { tag, view, validator: compile, sample: sampleWithinLimits };
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
  validate: SchemaValidator,
): Iterable<unknown> {
  const samples = stringCandidates(schema, tag);
  yield* samples;
  const isValid = (text: string) => validate(text).length === 0;
  for (const name of ['minLength', 'maxLength']) {
    const length = schema.limit(name)?.value;
    if (length !== undefined && length <= maxSampleLength)
      yield resizeString(samples, length, isValid);
  }
}

function* numbers(schema: ResolvedSchema): Iterable<number> {
  const step = schema.limit('multipleOf')?.value ?? 1;
  yield* [1, 0, step, 0.5];
  for (const name of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
    const limit = schema.limit(name)?.value;
    if (limit !== undefined) yield* [limit, limit + 1, limit - 1, Math.ceil(limit / step) * step];
  }
}
