import type { Contract, createOperationMatcher, MediaType, Operation } from '#contract';
import { encodeRequest } from '../plan/encodeRequest.ts';
import type { FindViolations } from '../plan/findViolations.ts';
import { mergeHeaders, type SentHeaders } from '../plan/mergeHeaders.ts';
import {
  type CaseDraft,
  type DraftChange,
  isWriteOperation,
  type ValidDraft,
} from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { createBaseCase } from './baseCase.ts';
import {
  type BaseOptions,
  findLeaves,
  findRoots,
  readValue,
  replaceValue,
  subjectOf,
  type ValueLocation,
} from './valueLocations.ts';

/** What is the same for all operations. */
export interface PlanTools extends BaseOptions {
  contract: Contract;
  /** The URL of the host in front of the backend; undefined if it is not known. */
  publicUrl: URL | undefined;
  matchOperation: ReturnType<typeof createOperationMatcher>;
  findViolations: FindViolations;
}

/** What a phase derives its cases from. */
export interface PhaseContext extends PlanTools {
  operation: Operation;
  /** A valid request, from which the others are derived. */
  base: ValidDraft;
  baseRequest: WireRequest;
  /** The media type of the base request's body. */
  media: MediaType | undefined;
  /** The parameters and the body of the base request. */
  roots: readonly ValueLocation[];
  /** The scalars within them. */
  locations: readonly ValueLocation[];
  /** Whether the operation is a write, so that free text starts with the tag. */
  isTagged: boolean;
}

/** Yields the cases of one phase for one operation. */
export type PhaseCases = (context: PhaseContext) => Iterable<CaseDraft>;

/** Undefined if the operation has no valid base request. */
export function createContext(operation: Operation, tools: PlanTools): PhaseContext | undefined {
  const { contract, findViolations } = tools;
  const isTagged = isWriteOperation(contract, operation);
  const base = createBaseCase(contract, operation, tools, isTagged);
  const baseRequest = base && encodeRequest(contract, operation, base.values);
  if (!baseRequest || findViolations(operation, baseRequest)?.length !== 0) return undefined;

  const media = operation.requestBody?.content[0];
  const roots = findRoots(contract, operation, base.values, tools);
  const locations = roots.flatMap((root) => findLeaves(root, tools));
  return { ...tools, operation, base, baseRequest, media, roots, locations, isTagged };
}

/** The base request with another value at a location. The description is a sentence without its subject. */
export function vary(
  { base }: PhaseContext,
  location: ValueLocation,
  value: unknown,
  description: string,
): ValidDraft {
  return {
    ...base,
    description: `${subjectOf(location)} ${description}.`,
    pointer: location.schema.pointer,
    values: replaceValue(location, base.values, value),
    usesExistingValues: base.usesExistingValues && !location.isExisting,
  };
}

/**
 * One draft with the values that several have at their locations, which are sent if it fails. The draft itself if there
 * is only one; undefined if there is none.
 */
export function combineDrafts(
  { base }: PhaseContext,
  parts: readonly (readonly [ValueLocation, CaseDraft])[],
  description: string,
): CaseDraft | undefined {
  const drafts = parts.map(([, draft]) => draft);
  if (drafts.length < 2) return drafts[0];

  let { values } = base;
  for (const [location, draft] of parts) {
    values = replaceValue(location, values, readValue(location, draft.values));
  }
  return { ...base, description, values, parts: drafts };
}

/** The base request with more headers, which replace those of the same name. */
export function withHeaders(
  { base }: PhaseContext,
  description: string,
  headers: SentHeaders,
  change: DraftChange = {},
): CaseDraft {
  const rewrite: CaseDraft['rewrite'] = (request) => ({
    ...request,
    headers: mergeHeaders(request.headers, headers),
  });
  return { ...base, description, rewrite, ...change };
}
