import {
  type Contract,
  isRecord,
  isSingleUse,
  isSingleUseParameter,
  type Operation,
  type Parameter,
  type ResolvedSchema,
} from '#contract';
import type { RequestValues } from '../plan/wireRequest.ts';
import type { Sampler } from '../values/Sampler.ts';
import { replaceAt } from '../values/variation.ts';

export interface BaseOptions {
  sampler: Sampler;
  /** Values that exist on the server, by the name of a parameter or a body property. */
  existingValues: ReadonlyMap<string, string>;
}

/** A parameter or the body of a request, or a value within it. */
export interface ValueLocation {
  place: Parameter['in'] | 'body';
  /** Of the parameter, or of the property of the body that contains the value. */
  name: string;
  /** The properties and items that lead to the value in the parameter or the body. */
  path: readonly string[];
  /** That of the base request. */
  value: unknown;
  schema: ResolvedSchema;
  isSingleUse: boolean;
  /** Whether the value was given as one that exists on the server. */
  isExisting: boolean;
}

/** The parameters and the body of a base request. */
export function findRoots(
  { document }: Contract,
  { parameters, requestBody }: Operation,
  values: RequestValues,
  { sampler, existingValues }: BaseOptions,
): ValueLocation[] {
  const roots: ValueLocation[] = [];
  for (const parameter of parameters) {
    const { in: place, name, schemaPointer } = parameter;
    const value = values.parameters.get(`${place} ${name}`);
    if (schemaPointer === undefined || value === undefined) continue;

    roots.push({
      place,
      name,
      path: [],
      value,
      schema: sampler.view(schemaPointer),
      isSingleUse: isSingleUseParameter(document, parameter),
      isExisting: existingValues.get(name) === String(value),
    });
  }
  const [media] = requestBody?.content ?? [];
  if (media?.schemaPointer === undefined) return roots;
  return [...roots, createBodyRoot(sampler.view(media.schemaPointer), values.body)];
}

export function createBodyRoot(schema: ResolvedSchema, value: unknown): ValueLocation {
  return {
    place: 'body',
    name: '',
    path: [],
    value,
    schema,
    isSingleUse: false,
    isExisting: false,
  };
}

/** The scalars within a value, of a list those of the first item. */
export function findLeaves(location: ValueLocation, options: BaseOptions): ValueLocation[] {
  const { sampler, existingValues } = options;
  const { schema, value } = location;
  if (isRecord(value)) {
    return Object.keys(value).flatMap((name) => findWithin(name, schema.properties.get(name)));
  }
  const isList = Array.isArray(value) && value.length > 0;
  return isList ? findWithin('0', schema.keyword('items')?.pointer) : [location];

  function findWithin(key: string, pointer: string | undefined): ValueLocation[] {
    if (pointer === undefined) return [];

    const path = [...location.path, key];
    const [name = ''] = location.place === 'body' ? path : [location.name];
    const child = Object(value)[key];
    const part = {
      ...location,
      name,
      path,
      value: child,
      schema: sampler.view(pointer),
      isSingleUse: location.isSingleUse || isSingleUse(sampler.view(pointer)),
      isExisting: path.length === 1 && existingValues.get(name) === String(child),
    };
    return findLeaves(part, options);
  }
}

/** `The body's "text"`, also for a value within a parameter or a body. */
export function subjectOf(
  { place, name, path }: Pick<ValueLocation, 'place' | 'name' | 'path'>,
  inner: readonly string[] = [],
): string {
  const keys = [...path, ...inner].join('.');
  if (place === 'body') return keys === '' ? 'The body' : `The body's "${keys}"`;

  const noun = place === 'header' || place === 'cookie' ? place : `${place} parameter`;
  return keys === '' ? `The ${noun} "${name}"` : `The ${noun} "${name}", at "${keys}",`;
}

/** The value that a request has at a location. */
export function readValue({ place, name, path }: ValueLocation, values: RequestValues): unknown {
  const root = place === 'body' ? values.body : values.parameters.get(`${place} ${name}`);
  return path.reduce((value, key) => Object(value)[key], root);
}

/** The values of a request with another one at a location. Undefined omits a parameter. */
export function replaceValue(
  { place, name, path }: ValueLocation,
  values: RequestValues,
  value: unknown,
): RequestValues {
  if (place === 'body') return { ...values, body: replaceAt(values.body, path, value) };

  const key = `${place} ${name}`;
  const parameters = new Map(values.parameters);
  const replaced = replaceAt(parameters.get(key), path, value);
  if (replaced === undefined) parameters.delete(key);
  else parameters.set(key, replaced);
  return { ...values, parameters };
}

/** Whether a schema allows any text within its limits of length. */
export function isFreeText({ types, keyword }: ResolvedSchema): boolean {
  const format = keyword('format')?.value ?? 'password';
  const isRestricted = ['pattern', 'enum', 'const'].some((word) => keyword(word));
  return types.has('string') && !isRestricted && format === 'password';
}
