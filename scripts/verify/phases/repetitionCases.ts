import type { CaseDraft } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { coverageCases } from './coverageCases.ts';
import { exampleCases } from './exampleCases.ts';
import type { PhaseContext } from './phaseContext.ts';
import { jsonCases } from './protocol/jsonCases.ts';
import { mediaTypeCases } from './protocol/mediaTypeCases.ts';
import { findLocations, type ValueLocation } from './valueLocations.ts';

const readCount = 10;
const concurrentCount = 3;

/** The base request several times: in turn on one connection, and at the same time. */
export function* repetitionCases(context: PhaseContext): Iterable<CaseDraft> {
  const isRead = !context.isTagged;
  if (isRead) yield* repeat(context, readCount, false);
  yield* afterErrors(context);
  const mixed = [...mixedRequests(context)];
  if (mixed.length > 0) yield* mixed;
  else yield* repeat(context, concurrentCount, true);
  for (const location of findLocations(context)) {
    if (location.isSingleUse && !location.isExisting) yield* usedValue(context, location);
  }
}

/** The base request on the connection of each kind of rejected request, whose body a server may leave unread. */
function* afterErrors(context: PhaseContext): Iterable<CaseDraft> {
  const { base, operation } = context;
  const group = `${operation.id} after errors`;
  const isInvalid = ({ kind, values }: CaseDraft) =>
    kind === 'invalid data' && context.classify(values)?.kind === 'invalid';
  const [mediaType] = mediaTypeCases(context);
  const isLarge = ({ description }: CaseDraft) => description.includes('KiB');
  const invalid = [...coverageCases(context)].find(isInvalid);
  const errors = [invalid, mediaType, [...jsonCases(context)].find(isLarge)];
  for (const [i, error] of errors.filter((it) => it !== undefined).entries()) {
    const rejected = { group, isConcurrent: false, variant: `error ${i}` };
    const change = error.rewrite ?? ((request) => request);
    const rewrite: CaseDraft['rewrite'] = (request) => reuseConnection(change(request));
    const pointer = error.kind === 'invalid data' ? '' : error.pointer;
    yield { ...error, pointer, rewrite, repetition: rejected };
    const description = `The base request, on the connection of another one: ${error.description}`;
    const repetition = { group, isConcurrent: false };
    yield { ...base, description, rewrite: reuseConnection, repetition };
  }
}

function reuseConnection(request: WireRequest | undefined): WireRequest | undefined {
  return request && { ...request, reusesConnection: true };
}

/** A value that can be used once, in the same request again and in another one, in turn and at the same time. */
function* usedValue(
  context: PhaseContext,
  { subject, schema }: ValueLocation,
): Iterable<CaseDraft> {
  const { base, operation } = context;
  const { pointer } = schema;
  const inTurn = {
    group: `${operation.id} ${subject} in turn`,
    isConcurrent: false,
    sharesValues: true,
  };
  const first = `${subject} is used for the first time.`;
  yield { ...base, description: first, pointer, repetition: inTurn };
  const used = { ...base, kind: 'used value', pointer } as const;
  const again = `${subject} was used before, in the same request.`;
  yield { ...used, description: again, isSameBody: true, repetition: inTurn };
  const [text] = findLocations(context).filter((it) => it.isFreeText && !it.isSingleUse);
  if (!text) return;
  const values = text.replace(base.values, `${text.value} again`);
  const other = { ...used, values, isSameBody: false };
  yield { ...other, description: `${subject} was used before.`, repetition: inTurn };
  const repetition = {
    group: `${operation.id} ${subject} at once`,
    isConcurrent: true,
    sharesValues: true,
  };
  for (const [i, draft] of [{ ...other, values: base.values }, other].entries()) {
    const description = `${subject} is used twice at the same time, number ${i + 1} of 2.`;
    yield { ...draft, description, repetition };
  }
}

/** Different requests at the same time, each of which must get its own response. */
function* mixedRequests(context: PhaseContext): Iterable<CaseDraft> {
  const { base, isTagged, operation } = context;
  const drafts = [...coverageCases(context)];
  const isInvalid = ({ kind, values, isThorough }: CaseDraft) =>
    kind === 'invalid data' && !isThorough && context.classify(values)?.kind === 'invalid';
  const first = drafts.find(isInvalid);
  const last = drafts.findLast(isInvalid);
  if (!first || !last || first === last) return;
  const other = isTagged ? undefined : otherResource(context, drafts);
  const variantOf = new Map([first, last, other].map((draft, i) => [draft, `different ${i}`]));
  const vary = (draft: CaseDraft, group: string, isConcurrent: boolean): CaseDraft => {
    const variant = variantOf.get(draft);
    return {
      ...draft,
      repetition: { group: `${operation.id} ${group}`, isConcurrent, ...(variant && { variant }) },
    };
  };
  if (other) yield vary(other, 'another resource', false);
  const mixed = other ? [base, other, base, last, base, other] : [base, first, base, last];
  for (const [i, draft] of mixed.entries()) {
    const sentence = `Number ${i + 1} of ${mixed.length} different requests at the same time.`;
    yield {
      ...vary(draft, 'different requests', true),
      ...(draft.kind === 'invalid data' && { pointer: '' }),
      description: `${sentence} ${draft.description}`,
    };
  }
}

/** The base request for another resource: one that exists, if the options or the examples name one. */
function otherResource(context: PhaseContext, drafts: readonly CaseDraft[]): CaseDraft | undefined {
  const { base, operation, otherValues } = context;
  const location = findLocations(context).find(({ place }) => place === 'path');
  if (!location) return undefined;
  const key = `path ${location.name}`;
  const given = otherValues.get(location.name);
  if (given !== undefined) {
    const values = location.replace(base.values, given);
    if (context.classify(values)?.kind !== 'valid') return undefined;
    return { ...base, description: `${location.subject} is the second given value.`, values };
  }
  const other = [...exampleCases(context), ...drafts].find(
    ({ kind, values }) =>
      kind === 'valid data' && values.parameters.get(key) !== base.values.parameters.get(key),
  );
  const declares404 = operation.responses.some(({ status }) => status === '404');
  return declares404 ? other : undefined;
}

function* repeat(
  { base, operation }: PhaseContext,
  count: number,
  isConcurrent: boolean,
): Iterable<CaseDraft> {
  const how = isConcurrent ? 'at the same time' : 'in turn';
  for (let i = 1; i <= count; i += 1) {
    yield {
      ...base,
      description: `The base request, number ${i} of ${count} sent ${how}.`,
      repetition: { group: `${operation.id} ${how}`, isConcurrent },
      ...(!isConcurrent && { rewrite: reuseConnection }),
    };
  }
}
