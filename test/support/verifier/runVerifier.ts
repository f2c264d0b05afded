import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type Contract, loadContract, parseContract } from '#contract';
import { runVerifyCommand } from '../../../scripts/verify/command.ts';
import { parseOptions } from '../../../scripts/verify/options.ts';
import { type Report, uniqueFailures } from '../../../verifier/report/report.ts';
import { verify } from '../../../verifier/verify.ts';
import type {
  BackendRequest,
  BackendResponse,
  CreateMiddleware,
} from './reference-backend/exchange.ts';
import { startReferenceBackend } from './reference-backend/startReferenceBackend.ts';

export const referenceContractFile = resolve(
  'test/support/verifier/reference-backend/contract.yaml',
);
export const referenceContract = await loadContract(referenceContractFile);

/** The contract of the reference backend with a part replaced. */
export async function changedContract(part: RegExp, replacement: string): Promise<Contract> {
  const text = await readFile(referenceContractFile, 'utf8');
  return parseContract(text.replace(part, replacement), 'contract.yaml');
}

const publicHost = ['--public-url', 'https://feedback.example.com'];

/** Runs the verifier as its command does, but without its rate limit and with a long timeout. */
export async function runVerifier(
  contract: Contract,
  url: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Report> {
  const options = parseOptions(
    [url, '--rate', '100000', '--timeout', '15', ...publicHost, ...args],
    env,
  );
  if (!options) throw new Error('Unexpected --help.');
  return verify({ ...options, contract });
}

/** Runs the verifier's command in this process. */
export async function runVerifyCommandHere(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const printed = { stdout: '', stderr: '' };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => {
      printed.stdout += `${text}\n`;
    }),
    vi.spyOn(console, 'error').mockImplementation((text) => {
      printed.stderr += text;
    }),
  ];
  const exitCode = await runVerifyCommand(args, env).finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { exitCode, ...printed };
}

/** The failures of a report as `operation check`, sorted. */
export function failedChecks(report: Report): string[] {
  const names = uniqueFailures(report).map(({ operation, check }) => `${operation} ${check}`);
  return [...new Set(names)].sort();
}

export const allWritesArguments = ['--allow-writes', '--brief', 'daily-harvest'];
export const editorCredentials = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };

/** Starts the reference backend until the test ends. Resolves to its origin. */
export async function backendUrl(create?: CreateMiddleware): Promise<string> {
  const backend = await startReferenceBackend({ change: create && { create } });
  onTestFinished(backend.close);
  return backend.url;
}

/** Verifies the reference backend with a change, with writes and the correct credentials. */
export async function verifyReference(
  create?: CreateMiddleware,
  ...args: string[]
): Promise<Report> {
  const url = await backendUrl(create);
  return runVerifier(referenceContract, url, [...allWritesArguments, ...args], editorCredentials);
}

/** Sends what `change` returns instead of the correct response. */
export function respond(
  change: (response: BackendResponse, request: BackendRequest) => BackendResponse,
): CreateMiddleware {
  return () => async (request, next) => change(await next(), request);
}
