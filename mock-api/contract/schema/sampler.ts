import type { SchemaValidator } from '../contract.ts';
import type { Omitted } from './compileSchema.ts';
import { type ResolvedSchema, resolveSchema } from './resolveSchema.ts';
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
  return { tag, view, validator: compile, sample };

  function view(...pointers: [string, ...string[]]): ResolvedSchema {
    const key = pointers.join(' ');
    const resolved = views.get(key) ?? resolveSchema(document, ...pointers);
    views.set(key, resolved);
    return resolved;
  }

  /** A value that the schema allows; undefined if the contract would need an example. */
  function sample(pointer: string, ancestors: readonly string[] = []): unknown {
    if (ancestors.includes(pointer)) return undefined;

    const isValid = (value: unknown) => value !== undefined && compile(pointer)(value).length === 0;
    const schema = view(pointer);
    const declared = declaredValues(schema).find(isValid);
    if (declared !== undefined) return declared;

    const inner = [...ancestors, pointer];
    const values = [...schema.types].map((type) => sampleType(type, schema, inner, isValid));
    const branches = schema.branches.map((branch) => sample(branch, inner));
    return [...values, ...branches].find(isValid);
  }

  function sampleType(
    type: string,
    schema: ResolvedSchema,
    ancestors: readonly string[],
    isValid: (value: unknown) => boolean,
  ): unknown {
    switch (type) {
      case 'string':
        return sampleString(schema, tag, isValid);
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'array':
        return sampleArray(schema, ancestors);
      case 'object':
        return sampleObject(schema, ancestors);
      default:
        return numbers(schema).find(isValid);
    }
  }

  function sampleArray(schema: ResolvedSchema, ancestors: readonly string[]): unknown[] {
    const items = schema.keyword('items');
    const item = items && sample(items.pointer, ancestors);
    const length = Math.max(schema.limit('minItems')?.value ?? 1, 1);
    return item === undefined ? [] : Array<unknown>(length).fill(item);
  }

  function sampleObject(schema: ResolvedSchema, ancestors: readonly string[]): object {
    const pairs = [...schema.properties].map(([name, pointer]) => {
      const isOmitted = view(pointer).keyword(omitted)?.value === true;
      return [name, isOmitted ? undefined : sample(pointer, ancestors)] as const;
    });
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  }
}

/** The values in the schema's own `example`, `examples`, `default`, `const` and `enum`. */
function declaredValues(schema: ResolvedSchema): unknown[] {
  return ['example', 'examples', 'default', 'const', 'enum'].flatMap((name) => {
    const isList = name === 'examples' || name === 'enum';
    return schema.keywords(name).flatMap(({ value }) => (isList ? value : [value]));
  });
}

/** A text of a valid length; undefined for a pattern, which needs an example. */
function sampleString(
  schema: ResolvedSchema,
  tag: string,
  isValid: (text: string) => boolean,
): string | undefined {
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
