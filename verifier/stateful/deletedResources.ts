import { type Contract, mayBeMissing } from '#contract';
import type { CaseResult } from '../evaluate/caseResult.ts';
import type { TestCase } from '../plan/testCase.ts';
import { isAccepted } from '../send/sendRequest.ts';

/** Reads of the resources that the run has deleted. */
export function readsOfDeleted(
  { operations }: Contract,
  results: readonly CaseResult[],
): TestCase[] {
  const reads = new Map<string, TestCase>();
  for (const { testCase, result } of results) {
    const { method, target } = testCase.request;
    const isResource = testCase.kind === 'valid data' || testCase.kind === 'link';
    if (method !== 'DELETE' || !isResource || !isAccepted(result)) continue;

    const read = operations.find(
      (it) => it.method === 'GET' && it.path === testCase.operation.path,
    );
    // A server may also keep a resource and change its state.
    if (!read || !mayBeMissing(read)) continue;

    reads.set(target, {
      ...testCase,
      operation: read,
      request: { ...testCase.request, method: 'GET' },
      pointer: read.pointer,
      isWrite: false,
      isGate: false,
      kind: 'unknown id',
      description: 'The resource was deleted.',
    });
  }
  return [...reads.values()];
}
