import type { MediaType, Operation, Parameter } from '../contract.ts';
import { type Base, type BaseOptions, baseBody, baseParameters, tagTexts } from './baseRequest.ts';
import { describePlace } from './describePlace.ts';
import type { TestCase } from './testCase.ts';
import { ABSENT, replaceAt, type Variation } from './variation.ts';
import { varyValue } from './varyValue.ts';
import type { RequestValues } from './wireRequest.ts';

/** A request that has yet to be written and proven. */
export interface Draft {
  kind: Extract<TestCase['kind'], 'good data' | 'bad data'>;
  what: string;
  pointer: string;
  values: RequestValues;
  known: boolean;
  /** Bytes that are no value of the media type. */
  bytes?: (encoded: Buffer) => Buffer;
}

/** The first request of an operation, from which the others are varied; undefined where none is found. */
export function baseDraft(operation: Operation, options: BaseOptions, tagged: boolean) {
  const parameters = baseParameters(operation, options);
  const missing = operation.parameters.filter(
    ({ name, in: place, required }) => required && !parameters.has(`${place} ${name}`),
  );
  const [media] = operation.requestBody?.content ?? [];
  const body = media && baseBody(media, options, tagged);
  if (missing.length > 0 || (media && !body)) return undefined;
  return draftOf(operation, parameters, media, body);
}

/** Everything that is worth sending to an operation, one thing varied at a time. */
export function* dataDrafts(
  operation: Operation,
  options: BaseOptions,
  tagged: boolean,
): Iterable<Draft> {
  const base = baseDraft(operation, options, tagged);
  if (!base) return;
  yield base;
  for (const parameter of operation.parameters) yield* parameterDrafts(parameter, base, options);
  for (const media of operation.requestBody?.content ?? []) {
    yield* bodyDrafts(operation, media, base, options, tagged);
  }
  if (operation.requestBody?.required) {
    const { body: _, mediaType: __, ...values } = base.values;
    const { pointer } = operation.requestBody;
    yield { ...base, kind: 'bad data', what: 'The body is missing.', pointer, values };
  }
}

function draftOf(
  operation: Operation,
  parameters: ReadonlyMap<string, Base>,
  media: MediaType | undefined,
  body: Base | undefined,
): Draft {
  const needed = [...parameters].filter(([key]) => !key.startsWith('header '));
  const parts = [...needed.map(([, base]) => base), ...(body ? [body] : [])];
  return {
    kind: 'good data',
    what: 'Nothing is varied.',
    pointer: operation.pointer,
    known: parts.every(({ known }) => known),
    values: {
      parameters: new Map([...parameters].map(([key, { value }]) => [key, value])),
      ...(media && { mediaType: media.mediaType, body: body?.value }),
    },
  };
}

function* parameterDrafts(
  parameter: Parameter,
  base: Draft,
  { sampler }: BaseOptions,
): Iterable<Draft> {
  const { in: place, name, required, examples, schemaPointer, pointer } = parameter;
  const key = `${place} ${name}`;
  const current = base.values.parameters.get(key);
  const withValue = (value: unknown, draft: Partial<Draft>) => {
    const parameters = new Map(base.values.parameters);
    if (value === ABSENT) parameters.delete(key);
    else parameters.set(key, value);
    const values = { ...base.values, parameters };
    return { ...base, pointer, values, known: false, ...draft };
  };
  const subject = describePlace(key, []);

  if (current !== undefined && place !== 'path') {
    const kind = required ? 'bad data' : 'good data';
    yield withValue(ABSENT, { kind, what: `${subject} is missing.`, known: base.known });
  }
  for (const example of examples) {
    if (example.value === current) continue;
    const what = `${subject} is the example "${example.name}".`;
    yield withValue(example.value, { what, pointer: example.pointer });
  }
  if (schemaPointer === undefined) return;
  const start = current ?? sampler.sample(schemaPointer);
  if (start === undefined) return;
  if (current === undefined) yield withValue(start, { what: `${subject} is given.` });
  for (const variation of varyValue(schemaPointer, sampler, start)) {
    yield withValue(replaceAt(start, variation.path, variation.value), described(key, variation));
  }
}

function* bodyDrafts(
  operation: Operation,
  media: MediaType,
  base: Draft,
  options: BaseOptions,
  tagged: boolean,
): Iterable<Draft> {
  const start = baseBody(media, options, tagged);
  const { mediaType, schemaPointer, pointer } = media;
  if (!start || schemaPointer === undefined) return;
  const withBody = (body: unknown, draft: Partial<Draft>): Draft => {
    const values = { ...base.values, mediaType, body };
    return { ...base, pointer, values, ...draft };
  };

  if (mediaType !== operation.requestBody?.content[0]?.mediaType) {
    yield withBody(start.value, { what: `The body is ${mediaType}.` });
  }
  for (const example of media.examples) {
    const body = tagged ? tagTexts(example.value, schemaPointer, options) : example.value;
    const what = `The body is the example "${example.name}".`;
    yield withBody(body, { what, pointer: example.pointer, known: false });
  }
  for (const variation of varyValue(schemaPointer, options.sampler, start.value)) {
    const body = replaceAt(start.value, variation.path, variation.value);
    if (body !== ABSENT) yield withBody(body, described('body', variation));
  }
  yield withBody(start.value, {
    kind: 'bad data',
    what: 'The body is cut short.',
    bytes: (encoded) => encoded.subarray(0, Math.max(1, Math.floor(encoded.length / 2))),
  });
}

function described(place: string, { claim, path, what, pointer }: Variation) {
  const kind: Draft['kind'] = claim === 'valid' ? 'good data' : 'bad data';
  return { kind, what: `${describePlace(place, path)} ${what}.`, pointer };
}
