import { type Contract, isRecord, type MediaType, type Operation, type Parameter } from '#contract';
import type { ValidDraft } from '../plan/testCase.ts';
import type { RequestValues } from '../plan/wireRequest.ts';
import { replaceAt } from '../values/variation.ts';
import {
  type BaseOptions,
  createBodyRoot,
  findLeaves,
  findRoots,
  isFreeText,
} from './valueLocations.ts';

const baseDescription = 'The base request, unchanged.';

/** Whether a case is the base request of its operation. */
export function isBase({ description }: { description: string }): boolean {
  return description === baseDescription;
}

/** The request from which the others are derived; undefined if no valid one was found. */
export function createBaseCase(
  contract: Contract,
  operation: Operation,
  options: BaseOptions,
  isTagged: boolean,
): ValidDraft | undefined {
  const values = createBaseValues(operation, options, isTagged);
  if (!values) return undefined;

  const roots = findRoots(contract, operation, values, options);
  // The path names the resource, if it has parameters.
  const ofPath = roots.filter(({ place }) => place === 'path');
  const named = ofPath.length > 0 ? ofPath : roots.filter(({ place }) => place !== 'header');
  const isExisting = named.every((root) => findLeaves(root, options).some((it) => it.isExisting));
  return {
    kind: 'valid data',
    description: baseDescription,
    pointer: operation.pointer,
    usesExistingValues: isExisting,
    toleratedStatuses: mayNeedSession(contract, operation) ? [401, 403] : [],
    values,
  };
}

/**
 * Whether an operation without security requirements declares 401 and follows another one in a session: it
 * may reject a request without a session.
 */
function mayNeedSession({ operations }: Contract, { id, security, responses }: Operation): boolean {
  const isLinked = operations.some((operation) =>
    operation.responses.some(({ links }) => links.some((link) => link.operationId === id)),
  );
  return isLinked && security.length === 0 && responses.some(({ status }) => status === '401');
}

function createBaseValues(
  { parameters, requestBody }: Operation,
  options: BaseOptions,
  isTagged: boolean,
): RequestValues | undefined {
  const values = new Map<string, unknown>();
  for (const parameter of parameters) {
    const value = findBaseParameter(parameter, options);
    if (value !== undefined) values.set(`${parameter.in} ${parameter.name}`, value);
    else if (parameter.required) return undefined;
  }

  const [media] = requestBody?.content ?? [];
  if (!media) return { parameters: values };

  const body = createBaseBody(media, options);
  if (body === undefined) return undefined;

  const sent = isTagged ? tagTexts(body, media, options) : body;
  return { parameters: values, mediaType: media.mediaType, body: sent };
}

/** The existing value, or the first valid example. */
function findBaseParameter(
  { name, examples, validate }: Parameter,
  { existingValues }: BaseOptions,
): unknown {
  const candidates = [
    ...interpret(existingValues.get(name)),
    ...examples.map(({ value }) => value),
  ];
  return candidates.find((value) => validate(value).length === 0);
}

/** The first valid example, with every optional property for which a value follows from its schema, or a sample. */
function createBaseBody(
  { schemaPointer, examples, validate }: MediaType,
  { sampler, existingValues }: BaseOptions,
): unknown {
  if (schemaPointer === undefined) return undefined;

  const isValid = (value: unknown) => validate(value).length === 0;
  const example = examples.find(({ value }) => isValid(value))?.value;
  const candidates = [sampler.complete(schemaPointer, example), example];
  let body = candidates.find(isValid) ?? sampler.sample(schemaPointer);

  for (const [name, text] of existingValues) {
    if (!isRecord(body) || !Object.hasOwn(body, name)) continue;

    const bodies = interpret(text).map((value) => replaceAt(body, [name], value));
    body = bodies.find(isValid) ?? body;
  }
  return body;
}

/** Puts the tag in front of every free text of a body, except existing values. */
export function tagTexts(body: unknown, media: MediaType, options: BaseOptions): unknown {
  const { schemaPointer, validate } = media;
  const { sampler } = options;
  if (schemaPointer === undefined) return body;

  const root = createBodyRoot(sampler.view(schemaPointer), body);
  let tagged = body;
  for (const leaf of findLeaves(root, options)) {
    const text = `${sampler.tag} ${leaf.value}`;
    const isOnlyText = isFreeText(leaf.schema) && leaf.schema.types.size === 1;
    const isTaggable = isOnlyText && !leaf.isExisting && sampler.accepts(leaf.schema.pointer, text);
    if (isTaggable) tagged = replaceAt(tagged, leaf.path, text);
  }
  return validate(tagged).length === 0 ? tagged : body;
}

/** A command line value as a string and, if it looks like one, as a number. */
function interpret(text: string | undefined): unknown[] {
  if (text === undefined) return [];
  return /^-?\d+(\.\d+)?$/.test(text) ? [text, Number(text)] : [text];
}
