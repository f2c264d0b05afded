import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type Contract, loadContract, parseContract } from '#contract';
import { createReport, type Report, terminalReport, verify } from '#verifier';
import { runVerifyCommand } from '../../../scripts/verify/command.ts';
import { parseOptions } from '../../../scripts/verify/options.ts';
import type { CreateMiddleware } from './reference-backend/exchange.ts';
import {
  type BackendChange,
  startReferenceBackend,
} from './reference-backend/startReferenceBackend.ts';

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
  const parsed = parseOptions(
    [url, '--rate', '100000', '--timeout', '15', ...publicHost, ...args],
    env,
  );
  if (!parsed) throw new Error('Unexpected --help.');
  const options = { ...parsed, contract };
  return createReport(await verify(options), options);
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
export function failedChecks({ failures }: Report): string[] {
  const names = failures.flatMap(({ operations, check }) =>
    operations.map((operation) => `${operation} ${check}`),
  );
  return [...new Set(names)].sort();
}

/** The failures of a report as `operations check: message`. */
export function failureLines({ failures }: Report): string[] {
  return failures.map(
    ({ operations, check, message }) => `${operations.join(', ')} ${check}: ${message}`,
  );
}

/** The failures, as `check: description of the case`. */
export function failedCases({ failures }: Report): string[] {
  return failures.flatMap(({ check, first, others }) =>
    [first, ...others].map(({ exchange }) => `${check}: ${exchange.description}`),
  );
}

/** The failures that are due to a change of the reference backend, or to none, with their cases. */
export function failuresOf({ run }: Report, name: string): string[] {
  return run.failures.flatMap(({ isAdvice, check, message, exchange }) => {
    const { description, response } = exchange;
    const isOther = response.headers['x-fault']?.includes(name) === false;
    return isAdvice || isOther ? [] : `${check}: ${message} (${description})`;
  });
}

/** The password and the session ids that the printed report has. */
export function printedSecrets(report: Report): string[] {
  const text = terminalReport(report).toLowerCase();
  const lines = report.run.exchanges.flatMap(
    ({ response }) => response.headers['set-cookie'] ?? [],
  );
  const ids = lines.map((line) => /=([^;]*)/.exec(line)?.[1] ?? '');
  const secrets = ['correct horse', 'correct+horse', 'correct%20horse', ...ids];
  return secrets.filter((secret) => secret.length > 5 && text.includes(secret.toLowerCase()));
}

export const allWritesArguments = ['--allow-writes', '--brief', 'daily-harvest'];
export const editorCredentials = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };

/** Starts the reference backend, with changes, until the test ends. Resolves to its origin. */
export async function backendUrl(
  changes: CreateMiddleware | readonly CreateMiddleware[] = [],
): Promise<string> {
  const backend = await startReferenceBackend([changes].flat().map((create) => ({ create })));
  onTestFinished(backend.close);
  return backend.url;
}

/** Verifies a reference backend with changes that several tests share, with writes and the correct credentials. */
export async function verifyChanges(
  changes: readonly BackendChange[],
  ...args: string[]
): Promise<Report> {
  const { url, close } = await startReferenceBackend(changes);
  const all = [...allWritesArguments, ...args];
  return runVerifier(referenceContract, url, all, editorCredentials).finally(close);
}

/** Verifies a reference backend that runs until the test ends. */
export async function verifyReference(
  changes?: CreateMiddleware | readonly CreateMiddleware[],
  ...args: string[]
): Promise<Report> {
  const url = await backendUrl(changes);
  return runVerifier(referenceContract, url, [...allWritesArguments, ...args], editorCredentials);
}
