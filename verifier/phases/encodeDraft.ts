import type { Contract, Operation } from '../../contract/index.ts';
import type { createRequestClassifier, RequestClassification } from '../plan/classifyRequest.ts';
import { encodeRequest } from '../plan/encodeRequest.ts';
import type { PhaseName } from '../plan/phaseNames.ts';
import { type CaseDraft, isWriteOperation, type TestCase } from '../plan/testCase.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
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
    const { values, rewrite, ...others } = refreshValues(operation, draft, base);
    const encoded = encodeRequest(contract, operation, values);
    if (!encoded || exceedsUsualLimits(encoded)) return undefined;

    const request = rewrite ? rewrite(encoded) : encoded;
    const classification = request && classifyRequest(operation, request);
    if (!request || !classification || !isAsDescribed(others, classification)) return undefined;

    const common = {
      isWrite: isWriteOperation(contract, operation),
      needsCredentials: operation.security.length > 0,
      phase,
      operation,
      request,
    };
    const changes = {
      toleratedStatuses: [...(base.toleratedStatuses ?? []), ...(others.toleratedStatuses ?? [])],
      // A draft that changes bytes does not know which rule it violates.
      pointer: others.pointer || violatedPointer(classification, operation),
    };
    if (others.kind !== 'valid data') return { ...common, ...others, ...changes };

    const encode = (part: CaseDraft) => encodeDraft(context, phase, part) ?? [];
    return { ...common, ...others, ...changes, parts: others.parts?.flatMap(encode) ?? [] };
  }
}

/** The first rule that a request violates; the operation if it violates none. */
function violatedPointer(classification: RequestClassification, { pointer }: Operation): string {
  if (classification.kind !== 'invalid') return pointer;

  return classification.violations[0]?.pointer ?? pointer;
}

function isAsDescribed(
  {
    kind,
    pointer,
    mayNotReachOperation,
  }: Pick<CaseDraft, 'kind' | 'pointer' | 'mayNotReachOperation'>,
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

/** RFC 9110 recommends that servers support at least 8000 bytes, and many support no more. */
const maxTargetBytes = 8000;
const maxHeaderBytes = 8000;
const maxBodyBytes = 64 * 1024;

/**
 * Whether servers reject a request for its size, whatever the contract says: some contracts allow strings of
 * several hundred thousand characters in a path.
 */
function exceedsUsualLimits({ target, headers, body }: WireRequest): boolean {
  return (
    target.length > maxTargetBytes ||
    Object.values(headers).some((value) => value.length > maxHeaderBytes) ||
    (body?.length ?? 0) > maxBodyBytes
  );
}
