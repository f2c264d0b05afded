import type { Violation } from '#contract';
import { encodeRequest } from '../plan/encodeRequest.ts';
import type { PhaseName } from '../plan/phaseNames.ts';
import { type CaseDraft, isWriteOperation, type TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import type { PhaseContext } from './phaseContext.ts';
import { refreshValues } from './refreshValues.ts';

export type EncodeDraft = ReturnType<typeof createDraftEncoder>;

/** Creates the function that turns a draft into a test case; `runId` makes values different from those of other runs. */
export function createDraftEncoder(runId: string) {
  /** The suffixes of values, by what shares one. */
  const suffixes = new Map<string | CaseDraft, string>();

  return encodeDraft;

  /** Encodes a draft; undefined if the encoded request does not match it. */
  function encodeDraft(
    context: PhaseContext,
    phase: PhaseName,
    draft: CaseDraft,
  ): TestCase | undefined {
    const { contract, operation, base } = context;
    const fresh =
      draft.kind === 'invalid data' ? draft : refreshValues(context, draft, suffixOf(draft));
    const request = encodeChanged(context, fresh);
    if (!request) return undefined;

    const violations = context.findViolations(operation, request);
    if (!isAsDescribed(draft, violations)) return undefined;

    const { values, rewrite, ...others } = fresh;
    const common = {
      phase,
      operation,
      request,
      isWrite: draft.isWrite ?? isWriteOperation(contract, operation),
      needsCredentials: draft.needsCredentials ?? operation.security.length > 0,
      // A draft that changes bytes does not know which rule it violates.
      pointer: draft.pointer || (violations?.[0]?.pointer ?? operation.pointer),
      toleratedStatuses: [...(base.toleratedStatuses ?? []), ...(others.toleratedStatuses ?? [])],
    };
    if (others.kind !== 'valid data') return { ...others, ...common };

    const parts = others.parts ?? [];
    const encode = (part: CaseDraft) => encodeDraft(context, phase, part) ?? [];
    return { ...others, ...common, parts: parts.flatMap(encode) };
  }

  function suffixOf(draft: CaseDraft): string {
    const { repetition } = draft;
    const key = repetition?.sharesValues ? repetition.group : draft;
    const suffix = suffixes.get(key) ?? `-${runId}-${suffixes.size + 1}`;
    suffixes.set(key, suffix);
    return suffix;
  }
}

/** Undefined if a value cannot be encoded, if the bytes cannot change, or if servers reject the size. */
function encodeChanged(
  { contract, operation }: PhaseContext,
  { values, rewrite }: CaseDraft,
): WireRequest | undefined {
  const encoded = encodeRequest(contract, operation, values);
  if (!encoded || exceedsUsualLimits(encoded)) return undefined;
  return rewrite ? rewrite(encoded) : encoded;
}

/** Whether a request violates what its draft says, and nothing if that must be valid. */
function isAsDescribed(
  { kind, pointer, mayNotReachOperation }: CaseDraft,
  violations: readonly Violation[] | undefined,
): boolean {
  if (kind === 'invalid data') {
    // The rule at the pointer, or one above or below it.
    const isMeant = (it: Violation) =>
      isWithin(it.pointer, pointer) || isWithin(pointer, it.pointer);
    return violations?.some(isMeant) ?? false;
  }
  if (kind === 'unknown id' && mayNotReachOperation) return true;

  const mustBeValid = ['valid data', 'unknown id', 'used value'].includes(kind);
  return !mustBeValid || violations?.length === 0;
}

function isWithin(inner: string, outer: string): boolean {
  return `${inner}/`.startsWith(`${outer}/`);
}

/** RFC 9110 recommends that servers support at least 8000 bytes, and many support no more. */
const maxTargetBytes = 8000;
const maxHeaderBytes = 8000;
const maxBodyBytes = 64 * 1024;

/** Whether servers reject a request for its size, whatever the contract says. */
function exceedsUsualLimits({ target, headers, body }: WireRequest): boolean {
  return (
    target.length > maxTargetBytes ||
    Object.values(headers).some((value) => value.length > maxHeaderBytes) ||
    (body?.length ?? 0) > maxBodyBytes
  );
}
