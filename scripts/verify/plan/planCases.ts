import type { Contract, Operation } from '../../../mock-api/contract/contract.ts';
import { createSampler, isReadOnly } from '../../../mock-api/contract/schema/sampler.ts';
import type { BaseOptions } from './baseRequest.ts';
import { createRequestClassifier, type RequestClassification } from './classifyRequest.ts';
import { baseCase, type DataCase, dataCases } from './dataCases.ts';
import { encodeRequest } from './encodeRequest.ts';
import { credentialCases, mediaTypeCases, methodCases } from './protocolCases.ts';
import { isWriteOperation, type SkippedCase, type TestCase } from './testCase.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

export interface PlanOptions {
  /** Values that exist on the server, by the name of a parameter or a body property. */
  knownValues: ReadonlyMap<string, string>;
  /** Put in front of every free-text string of a write. */
  tag: string;
}

export interface Plan {
  contract: Contract;
  /** In the order of the contract's operations; the same in every run. */
  cases: readonly TestCase[];
  skipped: readonly SkippedCase[];
  /** The number of variations discarded because their encoded request does not test what it should. */
  discardedCount: number;
  /** An operation's base request with some values replaced; undefined if the result is not valid. */
  buildRequest(operation: Operation, change: ChangeValues): PlannedRequest | undefined;
}

type ChangeValues = (values: RequestValues) => RequestValues;

export interface PlannedRequest {
  testCase: TestCase;
  values: RequestValues;
}

/**
 * Derives the test cases of the examples and coverage phases from a contract.
 *
 * @example
 * const { cases } = planCases(await loadContract('openapi.yaml'));
 */
export function planCases(
  contract: Contract,
  { knownValues = new Map(), tag = '[contract-check]' }: Partial<PlanOptions> = {},
): Plan {
  const sampler = createSampler(contract.document, {
    tag,
    includesOptional: (schema) => !isReadOnly(schema),
  });
  const options: BaseOptions = { knownValues, sampler };
  const classifyRequest = createRequestClassifier(contract);
  const skipped: SkippedCase[] = [];
  let discardedCount = 0;
  const cases = contract.operations.flatMap(planOperation);
  return { contract, cases, skipped, discardedCount, buildRequest };

  function planOperation(operation: Operation): TestCase[] {
    const unique = new Map<string, TestCase>();
    for (const dataCase of dataCases(operation, options, isWriteOperation(contract, operation))) {
      const testCase = encodeCase(operation, dataCase);
      if (!testCase) discardedCount += 1;
      else if (!unique.has(keyOf(testCase.request))) unique.set(keyOf(testCase.request), testCase);
    }
    const [base, ...others] = unique.values();
    if (base?.kind !== 'valid data') {
      const reason = 'the contract has no valid example and no valid request could be generated';
      skipped.push({ operation: operation.id, description: 'All cases.', reason });
      return [];
    }
    const canReject = declaresRejection(operation);
    if (!canReject) {
      const reason = 'the contract declares no status for invalid data';
      for (const { kind, description } of others) {
        if (kind === 'invalid data') skipped.push({ operation: operation.id, description, reason });
      }
    }
    return [
      base,
      ...credentialCases(base),
      ...others.filter(({ kind }) => kind === 'valid data' || canReject),
      ...mediaTypeCases(base),
      ...methodCases(contract, base),
    ];
  }

  /** Encodes a case; undefined if the encoded request does not match the case. */
  function encodeCase(operation: Operation, dataCase: DataCase): TestCase | undefined {
    const { values, corrupt, ...description } = dataCase;
    const encoded = encodeRequest(contract, operation, values);
    if (!encoded) return undefined;
    const request = corrupt && encoded.body ? { ...encoded, body: corrupt(encoded.body) } : encoded;
    const classification = classifyRequest(operation, request);
    const isAsDescribed =
      dataCase.kind === 'valid data'
        ? classification.kind === 'valid'
        : violatesRule(classification, dataCase.pointer);
    if (!isAsDescribed) return undefined;
    return {
      ...description,
      operation,
      request,
      isWrite: isWriteOperation(contract, operation),
      needsCredentials: operation.security.length > 0,
    };
  }

  function buildRequest(operation: Operation, change: ChangeValues): PlannedRequest | undefined {
    const base = baseCase(operation, options, isWriteOperation(contract, operation));
    if (!base) return undefined;
    const values = change(base.values);
    const testCase = encodeCase(operation, { ...base, values });
    return testCase && { testCase, values };
  }
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

function keyOf({ method, target, headers, body }: WireRequest): string {
  return JSON.stringify([method, target, headers, body?.toString('base64')]);
}

/** Whether an operation declares a status for invalid data, rather than for its sender or format. */
function declaresRejection({ responses }: Operation): boolean {
  return (
    responses.some(
      ({ status }) => /^4/.test(status) && !['401', '403', '405', '413', '415'].includes(status),
    ) || responses.some(({ status }) => status === 'default')
  );
}
