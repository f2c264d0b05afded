import { headerText } from '#contract';
import { mergeHeaders, type SentHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { CaseResult } from './caseResult.ts';

/** The requests of a browser that has kept a response and asks whether it is still current (RFC 9111, 4.3). */
export function returningCases({ testCase, result }: CaseResult): TestCase[] {
  const { operation, isWrite, request } = testCase;
  if (operation.method !== 'GET' || isWrite || result.kind !== 'response' || result.status !== 200)
    return [];
  const etag = headerText(result.headers, 'etag');
  const modified = headerText(result.headers, 'last-modified');
  const conditions: SentHeaders[] = [];
  if (etag !== undefined) conditions.push({ 'If-None-Match': etag });
  if (modified !== undefined) conditions.push({ 'If-Modified-Since': modified });
  const first = conditions[0];
  const { pointer } = operation;
  const cases = conditions.map((headers): TestCase => {
    const [name = ''] = Object.keys(headers);
    const description = `A browser returns: ${name} has what the first response sent.`;
    return withHeaders({ ...testCase, pointer, description }, headers);
  });
  if (!first || conditions.length < 2) return cases;

  const description = 'A browser returns: both conditions have what the first response sent.';
  const both = mergeHeaders(...conditions);
  return [...cases, withHeaders({ ...testCase, pointer, description }, both)];

  function withHeaders(base: TestCase, headers: SentHeaders): TestCase {
    const toleratedStatuses = [...(base.toleratedStatuses ?? []), 304];
    const changed = { ...request, headers: mergeHeaders(request.headers, headers) };
    return { ...base, isGate: false, request: changed, toleratedStatuses };
  }
}
