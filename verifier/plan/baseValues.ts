import {
  isRecord,
  type MediaType,
  type Operation,
  type ResolvedSchema,
  type Sampler,
} from '../../contract/index.ts';

export interface BaseOptions {
  sampler: Sampler;
  /** Values that exist on the server, by the name of a parameter or a body property. */
  existingValues: ReadonlyMap<string, string>;
}

export interface BaseValue {
  value: unknown;
  /** Whether the value comes from `existingValues`, or a body contains at least one of them. */
  isExisting: boolean;
}

/**
 * The parameters of an operation's base request, by location and name. Each is its existing value, the
 * first valid example or a sample, in this order; an optional parameter without the first two is
 * omitted.
 */
export function baseParameters(operation: Operation, { sampler, existingValues }: BaseOptions) {
  const values = new Map<string, BaseValue>();
  for (const parameter of operation.parameters) {
    const { name, in: location, required, examples, validate, schemaPointer } = parameter;
    const key = `${location} ${name}`;
    const given = existingValues.get(name);
    const existing =
      given === undefined
        ? undefined
        : interpretations(given).find((value) => isValid(validate, value));
    const example = examples.find(({ value }) => isValid(validate, value));
    if (existing !== undefined) values.set(key, { value: existing, isExisting: true });
    else if (example) values.set(key, { value: example.value, isExisting: location === 'header' });
    else if (required) {
      const value = schemaPointer === undefined ? sampler.tag : sampler.sample(schemaPointer);
      if (value !== undefined) values.set(key, { value, isExisting: false });
    }
  }
  return values;
}

/** The body of a base request: the first valid example with every optional property, or a sample. */
export function baseBody(
  media: MediaType,
  options: BaseOptions,
  isTagged: boolean,
): BaseValue | undefined {
  const { schemaPointer, examples, validate } = media;
  if (schemaPointer === undefined) return undefined;

  const { sampler, existingValues } = options;
  const example = examples.find(({ value }) => isValid(validate, value))?.value;
  const sample = sampler.sample(schemaPointer);
  const full = isRecord(example) && isRecord(sample) ? { ...sample, ...example } : example;
  const chosen = [full, example, sample].find(
    (value) => value !== undefined && isValid(validate, value),
  );
  if (chosen === undefined) return undefined;

  const value = setExistingValues(chosen, media, existingValues);
  const tagged = isTagged ? tagStrings(value, schemaPointer, options) : value;
  return {
    value: isValid(validate, tagged) ? tagged : value,
    isExisting: isRecord(value) && Object.keys(value).some((name) => existingValues.has(name)),
  };
}

/** Puts the tag in front of every free-text string of a body, except existing values. */
export function tagStrings(
  value: unknown,
  pointer: string,
  { sampler, existingValues }: BaseOptions,
): unknown {
  if (!isRecord(value)) return value;

  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const property = findProperty(sampler, pointer, value, name);
      if (property === undefined || existingValues.has(name)) return [name, part];
      if (typeof part !== 'string')
        return [name, tagStrings(part, property.pointer, { sampler, existingValues: new Map() })];
      const tagged = `${sampler.tag} ${part}`;
      const isTaggable =
        property.types.size === 1 &&
        isFreeText(property) &&
        sampler.validator(property.pointer)(tagged).length === 0;
      return [name, isTaggable ? tagged : part];
    }),
  );
}

/** The schema of an object's property, with what the alternative that the object matches adds to it. */
export function findProperty(
  sampler: Sampler,
  pointer: string,
  value: object,
  name: string,
): ResolvedSchema | undefined {
  const [first, ...others] = pointersOf(pointer);
  return first === undefined ? undefined : sampler.view(first, ...others);

  function pointersOf(parent: string): string[] {
    const { propertyPointers, branches } = sampler.view(parent);
    const branch = findBranch(sampler, branches, value);
    return [...propertyPointers(name), ...(branch === undefined ? [] : pointersOf(branch))];
  }
}

/** The first alternative that a value matches. */
export function findBranch(sampler: Sampler, branches: readonly string[], value: unknown) {
  return branches.find((branch) => sampler.validator(branch)(value).length === 0);
}

/** Whether a schema allows any text within its limits of length. */
export function isFreeText({ types, keyword }: ResolvedSchema): boolean {
  const format = keyword('format')?.value ?? 'password';
  const isRestricted = ['pattern', 'enum', 'const'].some((word) => keyword(word));
  return types.has('string') && !isRestricted && format === 'password';
}

function setExistingValues(
  value: unknown,
  { validate }: MediaType,
  existingValues: BaseOptions['existingValues'],
): unknown {
  let body = value;
  for (const [name, text] of existingValues) {
    if (!isRecord(body) || !Object.hasOwn(body, name)) continue;

    const before: Record<string, unknown> = body;
    const candidates = interpretations(text).map((existing) => ({ ...before, [name]: existing }));
    body = candidates.find((candidate) => isValid(validate, candidate)) ?? before;
  }
  return body;
}

/** A command line value as a string and, if it looks like one, as a number. */
function interpretations(text: string): unknown[] {
  return /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}

function isValid(validate: MediaType['validate'], value: unknown): boolean {
  return validate(value).length === 0;
}
