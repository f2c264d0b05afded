import type { MediaType, Parameter } from '../../../mock-api/contract/index.ts';
import { baseBody } from '../plan/baseValues.ts';
import type { CaseDraft, DraftChange, RowKind } from '../plan/testCase.ts';
import { absent, replaceAt, type Variation } from '../values/variation.ts';
import { varyValue } from '../values/varyValue.ts';
import { type PhaseContext, withParameter } from './phaseContext.ts';

/** Finds servers that are stricter or more lenient than a keyword of a schema, with one change at a time. */
export function* coverageCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base } = context;
  for (const parameter of operation.parameters) yield* parameterCases(parameter, context);
  for (const media of operation.requestBody?.content ?? []) yield* bodyCases(media, context);
  if (operation.requestBody?.required) {
    const { body: _, mediaType: __, ...values } = base.values;
    const { pointer } = operation.requestBody;
    yield { ...base, kind: 'invalid data', description: 'The body is missing.', pointer, values };
  }
}

function* parameterCases(
  { in: location, name, required, schemaPointer, pointer }: Parameter,
  { base, sampler }: PhaseContext,
): Iterable<CaseDraft> {
  const key = `${location} ${name}`;
  const current = base.values.parameters.get(key);
  const withValue = (value: unknown, change: DraftChange): CaseDraft => ({
    ...base,
    pointer,
    values: withParameter(base, key, value),
    usesExistingValues: false,
    ...change,
  });
  const noun = location === 'header' ? 'header' : `${location} parameter`;
  const subject = `The ${noun} "${name}"`;

  if (current !== undefined && location !== 'path') {
    yield withValue(undefined, {
      kind: required ? 'invalid data' : 'valid data',
      description: `${subject} is missing.`,
      usesExistingValues: base.usesExistingValues,
    });
  }
  if (location === 'query' && current !== undefined && !Array.isArray(current)) {
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(String(current))}`;
    yield withValue(current, {
      kind: 'unusual request',
      description: `${subject} is repeated.`,
      rewrite: (request) => ({ ...request, target: `${request.target}&${pair}` }),
    });
  }
  if (schemaPointer === undefined) return;
  const start = current ?? sampler.sample(schemaPointer);
  if (start === undefined) return;
  if (current === undefined) yield withValue(start, { description: `${subject} is present.` });
  for (const variation of varyValue(schemaPointer, sampler, start)) {
    const place = variation.path.length > 0 ? `, at "${variation.path.join('.')}",` : '';
    const value = replaceAt(start, variation.path, variation.value);
    // In text, null is an empty value.
    const description = variation.value === null ? 'is empty' : variation.description;
    yield withValue(value, describeVariation(`${subject}${place}`, { ...variation, description }));
  }
}

function* bodyCases(
  media: MediaType,
  { operation, base, isTagged, ...options }: PhaseContext,
): Iterable<CaseDraft> {
  const start = baseBody(media, options, isTagged);
  const { mediaType, schemaPointer, pointer } = media;
  if (!start || schemaPointer === undefined) return;
  const withBody = (body: unknown, change: DraftChange): CaseDraft => {
    const values = { ...base.values, mediaType, body };
    return { ...base, pointer, values, ...change };
  };

  if (mediaType !== operation.requestBody?.content[0]?.mediaType) {
    yield withBody(start.value, { description: `The body is ${mediaType}.` });
  }
  for (const variation of varyValue(schemaPointer, options.sampler, start.value)) {
    const [name] = variation.path;
    const place = name === undefined ? '' : `'s "${variation.path.join('.')}"`;
    const body = replaceAt(start.value, variation.path, variation.value);
    if (body === absent) continue;
    const isExistingValue = name !== undefined && options.existingValues.has(name);
    yield withBody(body, {
      ...describeVariation(`The body${place}`, variation),
      usesExistingValues: base.usesExistingValues && !isExistingValue,
    });
  }
}

function describeVariation(
  subject: string,
  { validity, description, pointer }: Variation,
): DraftChange & { kind: RowKind } {
  return {
    kind: validity === 'valid' ? 'valid data' : 'invalid data',
    description: `${subject} ${description}.`,
    pointer,
  };
}
