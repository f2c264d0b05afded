import { createSchemaCompiler, type SchemaCheck } from '../compileSchema.ts';
import { fitText, textCandidates } from './sampleText.ts';
import { type JsonType, type SchemaView, viewSchema } from './viewSchema.ts';

/** What generating values needs to know of a contract. */
export interface Sampler {
  /** What a text begins with that nothing else is asked of. */
  tag: string;
  view(pointer: string): SchemaView;
  check(pointer: string): SchemaCheck;
  /**
   * One value that fits the schema, with all its optional properties; undefined where none is found.
   * The same each time.
   */
  sample(pointer: string): unknown;
}

export function createSampler(document: Record<string, unknown>, tag: string): Sampler {
  const compile = createSchemaCompiler(document);
  const view = (pointer: string) => viewSchema(document, pointer);

  function sample(pointer: string, above: readonly string[] = []): unknown {
    // A schema inside itself: whoever is above has to do without.
    if (above.includes(pointer)) return undefined;
    const schema = view(pointer);
    const fits = (value: unknown) => value !== undefined && compile(pointer)(value).length === 0;
    for (const candidate of candidates(schema, [...above, pointer])) {
      if (fits(candidate)) return candidate;
    }
    return undefined;
  }

  function* candidates(schema: SchemaView, above: readonly string[]): Iterable<unknown> {
    yield* given(schema);
    for (const branch of schema.branches) {
      const chosen = sample(branch, above);
      yield chosen;
      if (isRecord(chosen)) yield { ...(sampleObject(schema, above, true) ?? {}), ...chosen };
    }
    const types = schema.types.size > 0 ? schema.types : new Set<JsonType>(['object', 'string']);
    for (const type of types) yield* ofType(type, schema, above);
  }

  function* ofType(
    type: JsonType,
    schema: SchemaView,
    above: readonly string[],
  ): Iterable<unknown> {
    switch (type) {
      case 'string':
        return yield* texts(schema, tag, compile(schema.pointer));
      case 'number':
      case 'integer':
        return yield* numbers(schema);
      case 'boolean':
        return yield* [true, false];
      case 'null':
        return yield null;
      case 'array':
        return yield sampleList(schema, above);
      case 'object':
        yield sampleObject(schema, above, true);
        return yield sampleObject(schema, above, false);
    }
  }

  function sampleList(schema: SchemaView, above: readonly string[]): unknown[] | undefined {
    const items = schema.keyword('items')?.pointer;
    const item = items === undefined ? 1 : sample(items, above);
    const least = schema.limit('minItems')?.value ?? 0;
    if (item === undefined) return least === 0 ? [] : undefined;
    return Array.from({ length: Math.max(least, 1) }, () => item);
  }

  function sampleObject(schema: SchemaView, above: readonly string[], full: boolean) {
    const required = new Set(schema.required.map(({ value }) => value));
    const found = [...schema.properties]
      .filter(([name, pointer]) => required.has(name) || (full && !isReadOnly(view(pointer))))
      .map(([name, pointer]) => [name, sample(pointer, above)] as const);
    if (found.some(([name, value]) => required.has(name) && value === undefined)) return undefined;
    return Object.fromEntries(found.filter(([, value]) => value !== undefined));
  }

  return { tag, view, check: compile, sample: (pointer) => sample(pointer) };
}

/** Values that the schema itself shows. */
function given(schema: SchemaView): unknown[] {
  const lists = ['examples', 'enum'].flatMap((name) => {
    const found = schema.keyword(name)?.value;
    return Array.isArray(found) ? found : [];
  });
  const singles = ['example', 'default', 'const'].flatMap((name) => {
    const found = schema.keyword(name);
    return found ? [found.value] : [];
  });
  return [...lists.slice(0, 1), ...singles, ...lists.slice(1)];
}

function* texts(schema: SchemaView, tag: string, check: SchemaCheck): Iterable<unknown> {
  const samples = textCandidates(schema, tag);
  yield* samples;
  const accept = (text: string) => check(text).length === 0;
  for (const name of ['minLength', 'maxLength']) {
    const length = schema.limit(name)?.value;
    if (length !== undefined) yield fitText(samples, length, accept);
  }
}

function* numbers(schema: SchemaView): Iterable<number> {
  const step = schema.limit('multipleOf')?.value ?? 1;
  yield* [1, 0, step, 0.5];
  for (const name of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
    const found = schema.limit(name)?.value;
    if (found !== undefined) yield* [found, found + 1, found - 1, Math.ceil(found / step) * step];
  }
}

function isReadOnly(schema: SchemaView): boolean {
  return schema.keyword('readOnly')?.value === true;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
