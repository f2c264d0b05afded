import type { Contract } from '../../../mock-api/contract/contract.ts';
import type { createRequestClassifier, RequestClassification } from '../plan/classifyRequest.ts';
import { encodeRequest } from '../plan/encodeRequest.ts';
import { exceedsUsualLimits } from '../plan/exceedsUsualLimits.ts';
import type { PhaseName } from '../plan/phaseNames.ts';
import { type CaseDraft, isWriteOperation, type TestCase } from '../plan/testCase.ts';
import type { createFreshValues } from './freshValues.ts';
import type { PhaseContext } from './phaseContext.ts';

/** Creates the function that turns a draft into a test case. */
export function createDraftEncoder(
  contract: Contract,
  classifyRequest: ReturnType<typeof createRequestClassifier>,
  refreshValues: ReturnType<typeof createFreshValues>,
) {
  return encodeDraft;

  /** Encodes a draft; undefined if the encoded request does not match it. */
  function encodeDraft(
    context: PhaseContext,
    phase: PhaseName,
    draft: CaseDraft,
  ): TestCase | undefined {
    const { operation, base } = context;
    const {
      values,
      rewrite,
      parts,
      simplify,
      before,
      isThorough: _,
      ...others
    } = refreshValues(operation, draft, base);
    const encoded = encodeRequest(contract, operation, values);
    if (!encoded || exceedsUsualLimits(encoded)) return undefined;
    const request = rewrite ? rewrite(encoded) : encoded;
    const classification = request && classifyRequest(operation, request);
    if (!request || !classification || !isAsDescribed(others, classification)) return undefined;
    const [violation] = classification.kind === 'invalid' ? classification.violations : [];
    const encode = (part: CaseDraft) => encodeDraft(context, phase, part) ?? [];
    const first = before && encodeDraft(context, phase, before);
    return {
      isWrite: isWriteOperation(contract, operation),
      needsCredentials: operation.security.length > 0,
      ...others,
      phase,
      operation,
      request,
      toleratedStatuses: [...(base.toleratedStatuses ?? []), ...(others.toleratedStatuses ?? [])],
      // A draft that changes bytes does not know which rule it violates.
      pointer: others.pointer || (violation?.pointer ?? operation.pointer),
      ...(parts && { parts: parts.flatMap(encode) }),
      ...(simplify && { simplify: () => [...simplify()].flatMap(encode) }),
      ...(first && { before: { ...first, request } }),
    };
  }
}

function isAsDescribed(
  { kind, pointer, mayNotReachOperation }: Omit<CaseDraft, 'values'>,
  classification: RequestClassification,
): boolean {
  if (kind === 'invalid data') return violatesRule(classification, pointer);
  if (kind === 'unknown id' && mayNotReachOperation) return true;
  const mustBeValid = ['valid data', 'unknown id', 'used value'].includes(kind);
  return !mustBeValid || classification.kind === 'valid';
}

/** Whether a request violates the rule at a pointer, or one above or below it. */
function violatesRule(classification: RequestClassification, pointer: string): boolean {
  const isWithin = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`);
  return (
    classification.kind === 'invalid' &&
    classification.violations.some(
      (violation) => isWithin(violation.pointer, pointer) || isWithin(pointer, violation.pointer),
    )
  );
}
