import type { SchemaValidator } from '../contract.ts';
import type { Omitted } from './compileSchema.ts';
import { type JsonType, type ResolvedSchema, resolveSchema } from './resolveSchema.ts';
import { resizeString, stringCandidates } from './stringCandidates.ts';

/** Reads, validates and samples the schemas of a contract, by JSON pointer. */
export type Sampler = ReturnType<typeof createSampler>;

export interface SamplerOptions {
  /** The prefix of strings that no format restricts. */
  tag: string;
  /** The keyword of properties that an object does not have. */
  omitted: Omitted;
  /** Compiles a schema of the same document. */
  compile: (pointer: string) => SchemaValidator;
}

/** Completes what an example of the contract leaves out. */
export function createSampler(
  document: Record<string, unknown>,
  { tag, omitted, compile }: SamplerOptions,
) {
  const views = new Map<string, ResolvedSchema>();
  const samples = new Map<string, unknown>();
  return { tag, view, validator: compile, sample };

  function view(...pointers: [string, ...string[]]): ResolvedSchema {
    const key = pointers.join(' ');
    const resolved = views.get(key) ?? resolveSchema(document, ...pointers);
    views.set(key, resolved);
    return resolved;
  }

  /** A value that the schema allows, always the same; undefined if the contract would need an example. */
  function sample(pointer: string): unknown {
    if (!samples.has(pointer)) samples.set(pointer, createSample(pointer, []));
    return samples.get(pointer);
  }

  /** `ancestors` ends the recursion in a schema that contains itself. */
  function createSample(pointer: string, ancestors: readonly string[]): unknown {
    if (ancestors.includes(pointer)) return undefined;

    const inner = [...ancestors, pointer];
    const isValid = (value: unknown) => value !== undefined && compile(pointer)(value).length === 0;
    const candidates = findCandidates(view(pointer), {
      tag,
      isValid,
      isOmitted: (property) => view(property).keyword(omitted)?.value === true,
      sample: (part) => createSample(part, inner),
    });
    for (const candidate of candidates) {
      if (isValid(candidate)) return candidate;
    }
    return undefined;
  }
}

interface SampleContext {
  tag: string;
  isValid(value: unknown): boolean;
  /** Whether an object does not have the property with the schema at a pointer. */
  isOmitted(pointer: string): boolean;
  /** A value for the schema at the pointer of a part. */
  sample(pointer: string): unknown;
}

/** One after the other, because alternatives within alternatives multiply. */
function* findCandidates(schema: ResolvedSchema, context: SampleContext): Generator<unknown> {
  yield* declaredValues(schema);
  for (const type of schema.types) yield* sampleType(type, schema, context);
  for (const branch of schema.branches) yield context.sample(branch);
}

function sampleType(type: JsonType, schema: ResolvedSchema, context: SampleContext): unknown[] {
  switch (type) {
    case 'string':
      return [sampleString(schema, context)];
    case 'boolean':
      return [true];
    case 'null':
      return [null];
    case 'array':
      return [sampleArray(schema, context)];
    case 'object':
      return [sampleObject(schema, context)];
    default:
      return numbers(schema);
  }
}

function sampleArray(schema: ResolvedSchema, { sample }: SampleContext): unknown[] {
  const items = schema.keyword('items');
  const item = items && sample(items.pointer);
  const length = Math.max(schema.limit('minItems')?.value ?? 1, 1);
  return item === undefined ? [] : Array<unknown>(length).fill(item);
}

function sampleObject(
  { properties }: ResolvedSchema,
  { isOmitted, sample }: SampleContext,
): Record<string, unknown> {
  const own = [...properties].filter(([, pointer]) => !isOmitted(pointer));
  const pairs = own.map(([name, pointer]) => [name, sample(pointer)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** The values in the schema's own `example`, `examples`, `default`, `const` and `enum`. */
function declaredValues(schema: ResolvedSchema): unknown[] {
  return ['example', 'examples', 'default', 'const', 'enum'].flatMap((name) => {
    const isList = name === 'examples' || name === 'enum';
    return schema.keywords(name).flatMap(({ value }) => (isList ? value : [value]));
  });
}

/** A text of a valid length; undefined for a pattern, which needs an example. */
function sampleString(schema: ResolvedSchema, { tag, isValid }: SampleContext): string | undefined {
  const texts = stringCandidates(schema, tag);
  const limits = [schema.limit('minLength'), schema.limit('maxLength')];
  const resized = limits.flatMap((limit) =>
    limit ? (resizeString(texts, limit.value, isValid) ?? []) : [],
  );
  return [...texts, ...resized].find(isValid);
}

/** One, and each limit with the next number on either side. */
function numbers(schema: ResolvedSchema): number[] {
  const names = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
  const limits = names.flatMap((name) => schema.limit(name)?.value ?? []);
  return [1, 0.5, ...limits.flatMap((limit) => [limit, limit + 1, limit - 1])];
}
