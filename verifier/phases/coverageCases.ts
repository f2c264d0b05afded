import type { MediaType, Parameter } from '../../contract/index.ts';
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
  if (!operation.requestBody?.required) return;

  const { body: _, mediaType: __, ...values } = base.values;
  const { pointer } = operation.requestBody;
  yield { ...base, kind: 'invalid data', description: 'The body is missing.', pointer, values };
}

function* parameterCases(parameter: Parameter, context: PhaseContext): Iterable<CaseDraft> {
  const { in: location, name } = parameter;
  const noun = location === 'header' ? 'header' : `${location} parameter`;
  const subject = `The ${noun} "${name}"`;

  yield* parameterCounts(parameter, context, subject);
  yield* parameterValues(parameter, context, subject);
}

/** A parameter of the base request, missing and repeated. */
function* parameterCounts(
  parameter: Parameter,
  context: PhaseContext,
  subject: string,
): Iterable<CaseDraft> {
  const { base } = context;
  const { in: location, name, required } = parameter;
  const current = base.values.parameters.get(`${location} ${name}`);
  if (current === undefined) return;

  if (location !== 'path') {
    yield changeParameter(context, parameter, undefined, {
      kind: required ? 'invalid data' : 'valid data',
      description: `${subject} is missing.`,
      usesExistingValues: base.usesExistingValues,
    });
  }
  if (location === 'query' && !Array.isArray(current)) {
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(String(current))}`;
    yield changeParameter(context, parameter, current, {
      kind: 'unusual request',
      description: `${subject} is repeated.`,
      rewrite: (request) => ({ ...request, target: `${request.target}&${pair}` }),
    });
  }
}

/** Other values of a parameter; the first is a sample if the base request omits it. */
function* parameterValues(
  parameter: Parameter,
  context: PhaseContext,
  subject: string,
): Iterable<CaseDraft> {
  const { base, sampler } = context;
  const { in: location, name, schemaPointer } = parameter;
  if (schemaPointer === undefined) return;

  const current = base.values.parameters.get(`${location} ${name}`);
  const start = current ?? sampler.sample(schemaPointer);
  if (start === undefined) return;

  if (current === undefined) {
    yield changeParameter(context, parameter, start, { description: `${subject} is present.` });
  }
  for (const variation of varyValue(schemaPointer, sampler, start)) {
    const place = variation.path.length > 0 ? `, at "${variation.path.join('.')}",` : '';
    const value = replaceAt(start, variation.path, variation.value);
    // In text, null is an empty value.
    const description = variation.value === null ? 'is empty' : variation.description;
    const change = describeVariation(`${subject}${place}`, { ...variation, description });
    yield changeParameter(context, parameter, value, change);
  }
}

/** The base request with another value of a parameter, or without it. */
function changeParameter(
  { base }: PhaseContext,
  { in: location, name, pointer }: Parameter,
  value: unknown,
  change: DraftChange,
): CaseDraft {
  const values = withParameter(base, `${location} ${name}`, value);
  return { ...base, pointer, values, usesExistingValues: false, ...change };
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
