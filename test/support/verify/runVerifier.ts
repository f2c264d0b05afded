import { onTestFinished } from 'vitest';
import type { Contract } from '../../../mock-api/contract/contract.ts';
import { type Fault, startBackend } from '../../../scripts/faulty-backend/startBackend.ts';
import { parseOptions } from '../../../scripts/verify/options.ts';
import type { CheckName } from '../../../scripts/verify/plan/checks.ts';
import { type Report, uniqueFailures } from '../../../scripts/verify/report/report.ts';
import { verify } from '../../../scripts/verify/verify.ts';

/** Runs the verifier as its command does, but without its rate limit and with a long timeout. */
export async function runVerifier(
  contract: Contract,
  url: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Report> {
  const options = parseOptions([url, '--rate', '100000', '--timeout', '15', ...args], env);
  if (!options) throw new Error('Unexpected --help.');
  return verify(contract, options);
}

/** The failures of a report as `operation check`, sorted. */
export function failedChecks(report: Report): string[] {
  const names = uniqueFailures(report).map(({ operation, check }) => `${operation} ${check}`);
  return [...new Set(names)].sort();
}

export function checksOf(operation: string, checks: readonly CheckName[]): string[] {
  return checks.map((check) => `${operation} ${check}`).sort();
}

export const allWritesArguments = [
  '--allow-writes',
  '--max-writes',
  '1000',
  '--brief',
  'daily-harvest',
];
export const editorCredentials = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };

/** Starts the reference backend until the test ends. Resolves to its origin. */
export async function backendUrl(fault?: Fault): Promise<string> {
  const backend = await startBackend(fault);
  onTestFinished(backend.close);
  return backend.url;
}
