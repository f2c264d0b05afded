import type { Contract, MediaType, Operation } from '../contract.ts';
import { isObject, valueAt } from '../pointer.ts';
import { isRecord, type Sampler } from './sampleValue.ts';
import { isSafeMethod } from './testCase.ts';

export interface BaseOptions {
  contract: Contract;
  sampler: Sampler;
  /** Values that the server is known to know, by the name of a parameter or of a body's property. */
  known: ReadonlyMap<string, string>;
}

/** A value of a request, and whether everything in it is known to the server. */
export interface Base {
  value: unknown;
  known: boolean;
}

/** Whether an operation may change something. HTTP's word for methods counts, unless `x-safe` says no. */
export function changesSomething({ document }: Contract, operation: Operation): boolean {
  const place = valueAt(document, operation.pointer);
  return !isSafeMethod(operation.method) || (isObject(place) && place['x-safe'] === false);
}

/**
 * The values from which an operation's requests are varied: what is known, else the first example,
 * else a sample. Parameters that nobody has to give are left out unless the contract shows one.
 */
export function baseParameters(operation: Operation, { sampler, known }: BaseOptions) {
  const values = new Map<string, Base>();
  for (const {
    name,
    in: place,
    required,
    examples,
    check,
    schemaPointer,
  } of operation.parameters) {
    const given = known.get(name);
    const [fitting] = given === undefined ? [] : readings(given).filter((v) => fits(check, v));
    const shown = examples.find(({ value }) => fits(check, value));
    const key = `${place} ${name}`;
    if (fitting !== undefined) values.set(key, { value: fitting, known: true });
    else if (shown) values.set(key, { value: shown.value, known: place === 'header' });
    else if (required) {
      const value = schemaPointer === undefined ? sampler.tag : sampler.sample(schemaPointer);
      if (value !== undefined) values.set(key, { value, known: false });
    }
  }
  return values;
}

/** The body to vary: an example with all that is optional added, or a sample. */
export function baseBody(
  media: MediaType,
  options: BaseOptions,
  tagged: boolean,
): Base | undefined {
  const { schemaPointer, examples, check } = media;
  if (schemaPointer === undefined) return undefined;
  const { sampler, known } = options;
  const shown = examples.find(({ value }) => fits(check, value))?.value;
  const sample = sampler.sample(schemaPointer);
  const full = isRecord(shown) && isRecord(sample) ? { ...sample, ...shown } : shown;
  const chosen = [full, shown, sample].find((value) => value !== undefined && fits(check, value));
  if (chosen === undefined) return undefined;

  const value = putKnown(chosen, media, known);
  const free = tagged ? tagTexts(value, schemaPointer, options) : value;
  return { value: fits(check, free) ? free : value, known: isKnown(value, known) };
}

/** The contract's other examples of a body, tagged likewise. */
export function tagTexts(
  value: unknown,
  pointer: string,
  { sampler, known }: Pick<BaseOptions, 'sampler' | 'known'>,
): unknown {
  if (!isRecord(value)) return value;
  const schema = sampler.view(pointer);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const place = schema.properties.get(name);
      if (place === undefined || known.has(name)) return [name, part];
      if (typeof part !== 'string')
        return [name, tagTexts(part, place, { sampler, known: new Map() })];
      const { types, keyword } = sampler.view(place);
      const ruled = ['pattern', 'format', 'enum', 'const'].some((word) => keyword(word));
      const text = `${sampler.tag} ${part}`;
      const free = types.size === 1 && !ruled && sampler.check(place)(text).length === 0;
      return [name, free ? text : part];
    }),
  );
}

function putKnown(value: unknown, { check }: MediaType, known: BaseOptions['known']): unknown {
  let whole = value;
  for (const [name, text] of known) {
    if (!isRecord(whole) || !Object.hasOwn(whole, name)) continue;
    const before: Record<string, unknown> = whole;
    const put = readings(text).map((reading) => ({ ...before, [name]: reading }));
    whole = put.find((candidate) => fits(check, candidate)) ?? before;
  }
  return whole;
}

/** Of a body that holds ids the server may not know them; one without a known value proves nothing. */
function isKnown(value: unknown, known: BaseOptions['known']): boolean {
  return isRecord(value) && Object.keys(value).some((name) => known.has(name));
}

/** What a text from the command line may mean. */
function readings(text: string): unknown[] {
  return /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}

function fits(check: MediaType['check'], value: unknown): boolean {
  return check(value).length === 0;
}
