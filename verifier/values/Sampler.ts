import { type Contract, isRecord, type ResolvedSchema } from '#contract';
import { resizeText } from './resizeText.ts';

/** A valid value of the formats that texts often have. */
const formatSamples: Readonly<Record<string, string>> = {
  email: 'contract.check@example.com',
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  date: '2024-02-29',
  time: '12:34:56Z',
  'date-time': '2024-02-29T12:34:56Z',
  uri: 'https://example.com/contract-check',
  'uri-reference': '/contract-check',
};

/** Reads the schemas of requests, by JSON pointer, and completes what an example of the contract leaves out. */
export class Sampler {
  /** Put in front of every free text of a write. */
  readonly tag: string;
  readonly #contract: Contract;

  constructor(contract: Contract, tag: string) {
    this.#contract = contract;
    this.tag = tag;
  }

  view(pointer: string): ResolvedSchema {
    return this.#contract.schemaAt(pointer);
  }

  violations(pointer: string, value: unknown) {
    return this.#contract.compileRequest(pointer)(value);
  }

  accepts(pointer: string, value: unknown): boolean {
    return this.violations(pointer, value).length === 0;
  }

  /** An object with the properties that it leaves out, as far as a value follows from their schemas. */
  complete(pointer: string, value: unknown): unknown {
    if (!isRecord(value)) return value;

    const sampled = Object.entries(this.#sampleProperties(this.view(pointer), [pointer]));
    const missing = sampled.filter(([name]) => !Object.hasOwn(value, name));
    return { ...value, ...Object.fromEntries(missing) };
  }

  /**
   * A value that the schema allows, always the same; undefined if the contract would need an example. `ancestors` ends
   * the recursion in a schema that contains itself.
   */
  sample(pointer: string, ancestors: readonly string[] = []): unknown {
    if (ancestors.includes(pointer)) return undefined;

    const inner = [...ancestors, pointer];
    const schema = this.view(pointer);
    const candidates = [findDeclared(schema), this.#sampleByType(schema, inner)];
    return candidates.find((value) => value !== undefined && this.accepts(pointer, value));
  }

  #sampleByType(schema: ResolvedSchema, ancestors: readonly string[]): unknown {
    const [type] = schema.types;
    if (type === 'string') return sampleText(schema, this.tag);
    if (type === 'boolean') return true;
    if (type === 'null') return null;
    if (type === 'object') return this.#sampleProperties(schema, ancestors);
    if (type === 'number' || type === 'integer') return schema.limit('minimum')?.value ?? 1;

    const items = schema.keyword('items');
    const item = items && this.sample(items.pointer, ancestors);
    return item === undefined ? undefined : [item];
  }

  /** Samples the properties, without those that only responses have. */
  #sampleProperties({ properties }: ResolvedSchema, ancestors: readonly string[]) {
    const sampled: Record<string, unknown> = {};
    for (const [name, property] of properties) {
      const isOfResponse = this.view(property).keyword('readOnly')?.value === true;
      const value = isOfResponse ? undefined : this.sample(property, ancestors);
      if (value !== undefined) sampled[name] = value;
    }
    return sampled;
  }
}

/** The first value that the schema itself names. */
function findDeclared({ keyword }: ResolvedSchema): unknown {
  const [listed] = [keyword('examples')?.value ?? keyword('enum')?.value].flat();
  const single = keyword('example') ?? keyword('default') ?? keyword('const');
  return single?.value ?? listed;
}

/** A text that is not too long or too short. A pattern needs an example. */
function sampleText({ keyword, limit }: ResolvedSchema, tag: string): string | undefined {
  const ofFormat = formatSamples[String(keyword('format')?.value)];
  if (ofFormat !== undefined) return ofFormat;

  const minLength = limit('minLength')?.value ?? 0;
  const maxLength = limit('maxLength')?.value ?? Infinity;
  return resizeText(tag, Math.min(Math.max(tag.length, minLength), maxLength));
}
