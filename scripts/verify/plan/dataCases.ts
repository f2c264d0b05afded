import type { MediaType, Operation, Parameter } from '../../../mock-api/contract/contract.ts';
import { absent, replaceAt, type Variation } from '../values/variation.ts';
import { varyValue } from '../values/varyValue.ts';
import {
  type BaseOptions,
  type BaseValue,
  baseBody,
  baseParameters,
  tagStrings,
} from './baseRequest.ts';
import type { TestCase } from './testCase.ts';
import type { RequestValues } from './wireRequest.ts';

/** A test case before its request is encoded. */
export interface DataCase extends Pick<TestCase, 'description' | 'pointer' | 'usesKnownValues'> {
  kind: Extract<TestCase['kind'], 'valid data' | 'invalid data'>;
  values: RequestValues;
  /** Makes the encoded body malformed. */
  corrupt?: (encoded: Buffer) => Buffer;
}

/** The request from which the others are derived; undefined if no valid one was found. */
export function baseCase(
  operation: Operation,
  options: BaseOptions,
  isTagged: boolean,
): DataCase | undefined {
  const parameters = baseParameters(operation, options);
  const missing = operation.parameters.filter(
    ({ name, in: location, required }) => required && !parameters.has(`${location} ${name}`),
  );
  const [media] = operation.requestBody?.content ?? [];
  const body = media && baseBody(media, options, isTagged);
  if (missing.length > 0 || (media && !body)) return undefined;

  const withoutHeaders = [...parameters].filter(([key]) => !key.startsWith('header '));
  const parts: BaseValue[] = [...withoutHeaders.map(([, base]) => base), ...(body ? [body] : [])];
  return {
    kind: 'valid data',
    description: 'The base request, unchanged.',
    pointer: operation.pointer,
    usesKnownValues: parts.every(({ isKnown }) => isKnown),
    values: {
      parameters: new Map([...parameters].map(([key, { value }]) => [key, value])),
      ...(media && { mediaType: media.mediaType, body: body?.value }),
    },
  };
}

/** The data cases of an operation: its base request, then one change at a time. */
export function* dataCases(
  operation: Operation,
  options: BaseOptions,
  isTagged: boolean,
): Iterable<DataCase> {
  const base = baseCase(operation, options, isTagged);
  if (!base) return;
  yield base;
  for (const parameter of operation.parameters) yield* parameterCases(parameter, base, options);
  for (const media of operation.requestBody?.content ?? []) {
    yield* bodyCases(operation, media, base, options, isTagged);
  }
  if (operation.requestBody?.required) {
    const { body: _, mediaType: __, ...values } = base.values;
    const { pointer } = operation.requestBody;
    yield { ...base, kind: 'invalid data', description: 'The body is missing.', pointer, values };
  }
}

function* parameterCases(
  parameter: Parameter,
  base: DataCase,
  { sampler }: BaseOptions,
): Iterable<DataCase> {
  const { in: location, name, required, examples, schemaPointer, pointer } = parameter;
  const key = `${location} ${name}`;
  const current = base.values.parameters.get(key);
  const withValue = (value: unknown, change: Partial<DataCase>) => {
    const parameters = new Map(base.values.parameters);
    if (value === absent) parameters.delete(key);
    else parameters.set(key, value);
    const values = { ...base.values, parameters };
    return { ...base, pointer, values, usesKnownValues: false, ...change };
  };
  const noun = location === 'header' ? 'header' : `${location} parameter`;
  const subject = `The ${noun} "${name}"`;

  if (current !== undefined && location !== 'path') {
    yield withValue(absent, {
      kind: required ? 'invalid data' : 'valid data',
      description: `${subject} is missing.`,
      usesKnownValues: base.usesKnownValues,
    });
  }
  for (const example of examples) {
    if (example.value === current) continue;
    const description = `${subject} is the example "${example.name}".`;
    yield withValue(example.value, { description, pointer: example.pointer });
  }
  if (schemaPointer === undefined) return;
  const start = current ?? sampler.sample(schemaPointer);
  if (start === undefined) return;
  if (current === undefined) yield withValue(start, { description: `${subject} is present.` });
  for (const variation of varyValue(schemaPointer, sampler, start)) {
    const place = variation.path.length > 0 ? `, at "${variation.path.join('.')}",` : '';
    const value = replaceAt(start, variation.path, variation.value);
    yield withValue(value, describeVariation(`${subject}${place}`, variation));
  }
}

function* bodyCases(
  operation: Operation,
  media: MediaType,
  base: DataCase,
  options: BaseOptions,
  isTagged: boolean,
): Iterable<DataCase> {
  const start = baseBody(media, options, isTagged);
  const { mediaType, schemaPointer, pointer } = media;
  if (!start || schemaPointer === undefined) return;
  const withBody = (body: unknown, change: Partial<DataCase>): DataCase => {
    const values = { ...base.values, mediaType, body };
    return { ...base, pointer, values, ...change };
  };

  if (mediaType !== operation.requestBody?.content[0]?.mediaType) {
    yield withBody(start.value, { description: `The body is ${mediaType}.` });
  }
  for (const example of media.examples) {
    const body = isTagged ? tagStrings(example.value, schemaPointer, options) : example.value;
    const description = `The body is the example "${example.name}".`;
    yield withBody(body, { description, pointer: example.pointer, usesKnownValues: false });
  }
  for (const variation of varyValue(schemaPointer, options.sampler, start.value)) {
    const place = variation.path.length > 0 ? `'s "${variation.path.join('.')}"` : '';
    const body = replaceAt(start.value, variation.path, variation.value);
    if (body !== absent) yield withBody(body, describeVariation(`The body${place}`, variation));
  }
  yield withBody(start.value, {
    kind: 'invalid data',
    description: 'The body is truncated.',
    corrupt: (encoded) => encoded.subarray(0, Math.max(1, Math.floor(encoded.length / 2))),
  });
}

function describeVariation(subject: string, { validity, description, pointer }: Variation) {
  const kind: DataCase['kind'] = validity === 'valid' ? 'valid data' : 'invalid data';
  return { kind, description: `${subject} ${description}.`, pointer };
}
