import type { Contract, Operation } from '../contract.ts';
import { type BaseOptions, changesSomething } from './baseRequest.ts';
import { createProof, type Proof } from './createProof.ts';
import { baseDraft, type Draft, dataDrafts } from './dataCases.ts';
import { encodeRequest } from './encodeRequest.ts';
import { credentialCases, mediaTypeCases, methodCases } from './protocolCases.ts';
import { createSampler } from './sampleValue.ts';
import type { LeftOut, TestCase } from './testCase.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

export interface PlanOptions {
  known?: ReadonlyMap<string, string>;
  /** Stands in every text that may reach a person. */
  tag?: string;
}

export interface Plan {
  contract: Contract;
  cases: readonly TestCase[];
  leftOut: readonly LeftOut[];
  /** How many variations were no longer what they claimed once they were written as bytes. */
  disproved: number;
  /** An operation's first request with other values: for where a link leads. */
  baseOf(operation: Operation, change: ChangeValues): ProvenBase | undefined;
}

export type ChangeValues = (values: RequestValues) => RequestValues;

export interface ProvenBase {
  test: TestCase;
  values: RequestValues;
}

/** All that can be asked of a server that honours the contract, in an order that does not change. */
export function planCases(
  contract: Contract,
  { known = new Map(), tag = '[contract-check]' }: PlanOptions = {},
): Plan {
  const options: BaseOptions = { contract, known, sampler: createSampler(contract.document, tag) };
  const prove = createProof(contract);
  const leftOut: LeftOut[] = [];
  let disproved = 0;
  const cases = contract.operations.flatMap(casesOf);
  return { contract, cases, leftOut, disproved, baseOf };

  function casesOf(operation: Operation): TestCase[] {
    const writes = changesSomething(contract, operation);
    const found = new Map<string, TestCase>();
    for (const draft of dataDrafts(operation, options, writes)) {
      const proven = proveDraft(operation, draft);
      if (!proven) disproved += 1;
      else if (!found.has(keyOf(proven.request))) found.set(keyOf(proven.request), proven);
    }
    const [base, ...others] = found.values();
    if (base?.kind !== 'good data') {
      const reason = 'the contract shows no example, and none could be made up';
      leftOut.push({ operation: operation.id, what: 'all cases', reason });
      return [];
    }
    const refusable = declaresRefusal(operation);
    const bad = others.filter(({ kind }) => kind === 'bad data');
    if (!refusable) {
      const reason = 'the contract declares no status for bad data';
      leftOut.push(...bad.map(({ what }) => ({ operation: operation.id, what, reason })));
    }
    return [
      base,
      ...credentialCases(base),
      ...others.filter(({ kind }) => kind === 'good data' || refusable),
      ...mediaTypeCases(base),
      ...methodCases(contract, base),
    ];
  }

  function proveDraft(operation: Operation, draft: Draft): TestCase | undefined {
    const { kind, what, pointer, values, known: isKnown, bytes } = draft;
    const written = encodeRequest(contract, operation, values);
    if (!written) return undefined;
    const request = bytes && written.body ? { ...written, body: bytes(written.body) } : written;
    const proof = prove(operation, request);
    if (kind === 'good data' ? proof.kind !== 'valid' : !breaks(proof, pointer)) return undefined;
    return {
      ...{ kind, operation, what, pointer, request, known: isKnown },
      writes: changesSomething(contract, operation),
      needsCredentials: operation.security.length > 0,
    };
  }

  function baseOf(operation: Operation, change: ChangeValues): ProvenBase | undefined {
    const draft = baseDraft(operation, options, changesSomething(contract, operation));
    if (!draft) return undefined;
    const values = change(draft.values);
    const test = proveDraft(operation, { ...draft, values });
    return test && { test, values };
  }
}

/** Whether a request breaks the very rule that it is meant to break. */
function breaks(proof: Proof, pointer: string): boolean {
  const within = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`);
  return (
    proof.kind === 'invalid' &&
    proof.faults.some((fault) => within(fault.pointer, pointer) || within(pointer, fault.pointer))
  );
}

function keyOf({ method, target, headers, body }: WireRequest): string {
  return JSON.stringify([method, target, headers, body?.toString('base64')]);
}

/** A status with which a server may refuse what it was sent, rather than who sent it. */
function declaresRefusal({ responses }: Operation): boolean {
  return (
    responses.some(
      ({ status }) => /^4/.test(status) && !['401', '403', '405', '413', '415'].includes(status),
    ) || responses.some(({ status }) => status === 'default')
  );
}
