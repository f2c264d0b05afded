import type {
  Contract,
  createOperationMatcher,
  MediaType,
  Operation,
} from '../../contract/index.ts';
import type { BaseOptions } from '../plan/baseValues.ts';
import type { RequestClassification } from '../plan/classifyRequest.ts';
import { mergeHeaders, type SentHeaders } from '../plan/mergeHeaders.ts';
import type { CaseDraft, DraftChange, ValidDraft } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';

/** What a phase derives its cases from. */
export interface PhaseContext extends BaseOptions {
  contract: Contract;
  operation: Operation;
  /** A valid request, from which the others are derived. */
  base: ValidDraft;
  baseRequest: WireRequest;
  /** Whether the operation is a write, so that free text starts with the tag. */
  isTagged: boolean;
  /** The URL of the host in front of the backend; undefined if it is not known. */
  publicUrl: URL | undefined;
  matchOperation: ReturnType<typeof createOperationMatcher>;
  /** What encoded values are for the contract; undefined if they cannot be encoded. */
  classify(values: CaseDraft['values']): RequestClassification | undefined;
}

/** Yields the cases of one phase for one operation. */
export type PhaseCases = (context: PhaseContext) => Iterable<CaseDraft>;

/** The declared media type of the base request's body; undefined without a body. */
export function baseMediaType({ operation, base }: PhaseContext): MediaType | undefined {
  return operation.requestBody?.content.find(
    ({ mediaType }) => mediaType === base.values.mediaType,
  );
}

/** The base request with one other parameter value; undefined as the value omits the parameter. */
export function withParameter(
  base: Pick<CaseDraft, 'values'>,
  key: string,
  value: unknown,
): CaseDraft['values'] {
  const parameters = new Map(base.values.parameters);
  if (value === undefined) parameters.delete(key);
  else parameters.set(key, value);
  return { ...base.values, parameters };
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
