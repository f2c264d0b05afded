import { onTestFinished } from 'vitest';
import type { CheckName } from '../../mock-api/contract/cases/checks.ts';
import type { Contract } from '../../mock-api/contract/contract.ts';
import { type Flaw, startBackend } from '../../scripts/bench/seeded/rightBackend.ts';
import { readOptions } from '../../scripts/verify/readOptions.ts';
import { findings, type Report } from '../../scripts/verify/report.ts';
import { verify } from '../../scripts/verify/verify.ts';

/** Runs the verifier as its command line would, but as fast as it goes. */
export async function verifyAt(
  contract: Contract,
  url: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Report> {
  const options = readOptions([url, '--rate', '100000', '--timeout', '0.5', ...args], env);
  if (!options) throw new Error('The options ask for help.');
  return verify(contract, options);
}

/** What was found, as `operation check`. */
export function found(report: Report): string[] {
  const names = findings(report).map(({ operation, check }) => `${operation} ${check}`);
  return [...new Set(names)].sort();
}

export function named(operation: string, checks: readonly CheckName[]): string[] {
  return checks.map((check) => `${operation} ${check}`).sort();
}

export const EVERYTHING = ['--allow-writes', '--max-writes', '1000', '--brief', 'daily-harvest'];
export const EDITOR = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };

/** The seeded backend's address, until the test ends. */
export async function backend(flaw?: Flaw): Promise<string> {
  const started = await startBackend(flaw);
  onTestFinished(started.close);
  return started.url;
}
