import {
  isRecord,
  isSingleUse,
  isSingleUseParameter,
  type ResolvedSchema,
  type Sampler,
} from '../../contract/index.ts';
import { findBranch, findProperty, isFreeText } from '../plan/baseValues.ts';
import type { CaseDraft, ValidDraft } from '../plan/testCase.ts';
import { replaceAt } from '../values/variation.ts';
import { baseMediaType, type PhaseContext, withParameter } from './phaseContext.ts';

/** A scalar value of the base request whose schema allows strings or numbers. */
export interface ValueLocation {
  /** `The body's "text"`. */
  subject: string;
  /** Where the value is: `path`, `query`, `header`, `cookie` or `body`. */
  place: string;
  name: string;
  /** The properties that lead to it in a body. */
  path: readonly string[];
  value: unknown;
  schema: ResolvedSchema;
  /** Whether any text within the limits of length is valid. */
  isFreeText: boolean;
  isSingleUse: boolean;
  /** Whether the value was given as one that exists on the server. */
  isExisting: boolean;
  /** Whether the schema allows a value. */
  accepts(value: unknown): boolean;
  /** The values of a request with another value at this place. */
  replace(values: CaseDraft['values'], value: unknown): CaseDraft['values'];
}

/** The parameters of the base request, and the properties of its body at any depth. */
export function findLocations(context: PhaseContext): ValueLocation[] {
  const { contract, operation, base, sampler, existingValues } = context;
  const parameters = operation.parameters.flatMap((parameter) => {
    const { in: place, name, schemaPointer } = parameter;
    const key = `${place} ${name}`;
    const value = base.values.parameters.get(key);
    if (schemaPointer === undefined || value === undefined) return [];

    const noun = place === 'header' || place === 'cookie' ? place : `${place} parameter`;
    return [
      {
        ...describe(sampler.view(schemaPointer), sampler),
        isSingleUse: isSingleUseParameter(contract.document, parameter),
        subject: `The ${noun} "${name}"`,
        place,
        name,
        path: [],
        value,
        isExisting: existingValues.has(name),
        replace: (values: CaseDraft['values'], next: unknown) =>
          withParameter({ ...base, values }, key, next),
      },
    ];
  });
  const media = baseMediaType(context);
  if (media?.schemaPointer === undefined) return parameters;

  const schemaOfBody = sampler.view(media.schemaPointer);
  return [...parameters, ...findProperties(schemaOfBody, base.values.body, [])];

  function findProperties(
    schema: ResolvedSchema,
    value: unknown,
    path: readonly string[],
  ): ValueLocation[] {
    if (isRecord(value)) {
      return Object.entries(value).flatMap(([name, part]) => {
        const property = findProperty(sampler, schema.pointer, value, name);
        return property === undefined ? [] : findProperties(property, part, [...path, name]);
      });
    }
    const branch = schema.types.size === 0 && findBranch(sampler, schema.branches, value);
    if (branch) return findProperties(sampler.view(branch), value, path);

    const items = schema.keyword('items');
    if (Array.isArray(value) && value.length > 0 && items) {
      return findProperties(sampler.view(items.pointer), value[0], [...path, '0']);
    }
    const [name = ''] = path;
    return [
      {
        ...describe(schema, sampler),
        subject: path.length > 0 ? `The body's "${path.join('.')}"` : 'The body',
        place: 'body',
        name,
        path,
        value,
        isExisting: path.length === 1 && existingValues.has(name),
        replace: (values, next) => ({ ...values, body: replaceAt(values.body, path, next) }),
      },
    ];
  }
}

/** The base request with another value at a location. The description is a sentence without its subject. */
export function vary(
  { base }: PhaseContext,
  { subject, schema, replace, isExisting }: ValueLocation,
  value: unknown,
  description: string,
): ValidDraft {
  return {
    ...base,
    description: `${subject} ${description}.`,
    pointer: schema.pointer,
    values: replace(base.values, value),
    usesExistingValues: base.usesExistingValues && !isExisting,
  };
}

function describe(schema: ResolvedSchema, sampler: Sampler) {
  return {
    schema,
    isFreeText: isFreeText(schema),
    isSingleUse: isSingleUse(schema),
    accepts: (value: unknown) => sampler.validator(schema.pointer)(value).length === 0,
  };
}
