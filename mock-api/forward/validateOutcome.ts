import {
  type Contract,
  createViolation,
  isSingleUse,
  isSingleUseParameter,
  type Operation,
  resolveSchema,
  type Violation,
} from '#contract';

export interface OutcomeOptions {
  /** Whether the server accepts any value that is marked with `x-single-use`. False by default. */
  ignoreSingleUse?: boolean;
}

interface ReceivedStatus {
  status: number;
  /** Whether a server has sent it by itself, so that it says nothing about the operation. */
  isOfServer: boolean;
}

/**
 * The violations of a request and a response that only both together show: a request without credentials is
 * none if the backend rejects it, and a declared status may still be wrong for a valid request.
 */
export function validateOutcome(
  contract: Contract,
  operation: Operation,
  requestViolations: readonly Violation[],
  { status, isOfServer }: ReceivedStatus,
  { ignoreSingleUse = false }: OutcomeOptions = {},
): Violation[] {
  const violations = requestViolations.filter(
    ({ rule }) => rule !== 'request.credentials' || status < 300,
  );
  if (isOfServer) return violations;

  const conforms = requestViolations.length === 0;
  const mayReject = !conforms || (!ignoreSingleUse && hasSingleUseValue(contract, operation));
  const reason = findReason(status, { conforms, mayReject });
  if (reason === undefined) return violations;
  const location = `status ${status}`;
  const { pointer } = operation;
  const rule = 'response.status';
  return [...violations, createViolation(contract, { rule, location, pointer, reason })];
}

function findReason(
  status: number,
  { conforms, mayReject }: Record<'conforms' | 'mayReject', boolean>,
): string | undefined {
  // A 503 tells that the backend is busy, which happens to valid requests.
  if (status >= 500 && status !== 503) {
    return `is a server error${conforms ? ', although the request conforms to the contract' : ''}`;
  }
  const rejects = status === 400 || status === 422;
  return rejects && !mayReject ? 'rejects a request that conforms to the contract' : undefined;
}

/** Whether a valid request may contain a value that was used before. */
function hasSingleUseValue(
  { document }: Contract,
  { parameters, requestBody }: Operation,
): boolean {
  if (parameters.some((parameter) => isSingleUseParameter(document, parameter))) return true;

  return (requestBody?.content ?? []).some(({ schemaPointer }) => {
    if (schemaPointer === undefined) return false;
    const properties = [...resolveSchema(document, schemaPointer).properties.values()];
    return properties.some((pointer) => isSingleUse(resolveSchema(document, pointer)));
  });
}
