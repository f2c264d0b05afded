import { type Contract, hasCredentials, mayBeMissing } from '../contract/index.ts';
import { OptionError } from '../scripts/command/OptionError.ts';
import { type CaseResult, toInconclusive } from './evaluate/caseResult.ts';
import { createEvaluator } from './evaluate/evaluator.ts';
import { findUntested, isUntestable, type Untested } from './evaluate/findUntested.ts';
import { Runner } from './evaluate/Runner.ts';
import type { VerifyOptions } from './options.ts';
import { isBase } from './phases/baseCase.ts';
import { planCases } from './phases/planCases.ts';
import { isSelected, selectCases, skipCase } from './phases/selectCases.ts';
import { toRequestMessage } from './plan/classifyRequest.ts';
import type { SkippedCase, TestCase } from './plan/testCase.ts';
import type { Report } from './report/report.ts';
import { createSecretMask, type SecretMask } from './send/secretMask.ts';
import { createSender } from './send/sender.ts';
import { findCredentialFields } from './stateful/credentialFields.ts';
import { followLinks } from './stateful/followLinks.ts';
import { findLinkStarts, findReachable } from './stateful/linkedOperations.ts';
import { planWrongPasswords, tryWrongPasswords } from './stateful/tryWrongPasswords.ts';

export interface RunOptions {
  /** Called after each response with the number of requests so far. */
  onProgress?: (sentCount: number) => void;
  /** Ends the run early; the report then has the results so far. */
  signal?: AbortSignal;
}

/**
 * Plans the requests of a run and the cases that it skips.
 * @throws {OptionError} if no request would have a value of the options
 */
export function planRun(contract: Contract, options: VerifyOptions) {
  const plan = planCases(contract, options);
  const [unused] = plan.unusedValues;
  if (unused !== undefined) {
    const value = options.existingValues.get(unused);
    throw new OptionError(`--brief and --value: no operation takes "${value}" for "${unused}"`);
  }
  const { selected, skipped } = selectCases(plan.cases, options);
  const isPlanned = !options.phases || options.phases.has('stateful');
  const linkStarts = findLinkStarts(contract).filter(
    (start) =>
      isPlanned && findReachable(contract, start).some((it) => isSelected(it, options.only)),
  );
  const passwordCases = linkStarts.flatMap((start) => {
    return planWrongPasswords(plan, start, options) ?? [];
  });
  const allSkipped = [...plan.skipped, ...skipped];
  return { plan, selected, linkStarts, passwordCases, skipped: allSkipped };
}

/**
 * Tests a backend against a contract. Reads come first, writes last; cases that need a session are
 * sent in the first suitable session of the stateful phase.
 *
 * @throws {UnreachableError} if the first connection fails
 */
export async function verifyBackend(
  contract: Contract,
  options: VerifyOptions,
  { onProgress = () => {}, signal }: RunOptions = {},
): Promise<Report> {
  const startedAt = performance.now();
  const planned = planRun(contract, options);
  const { plan, selected, linkStarts, skipped } = planned;
  const secrets = createSecrets(options);
  const runner = new Runner({
    sender: createSender(contract, options),
    evaluate: createEvaluator(contract, options),
    secrets,
    operations: contract.operations,
    renew,
    signal,
    workers: options.workers,
    maxFailures: options.maxFailures,
    onProgress,
  });

  const { results } = runner;
  const sessionCases = selected.filter((testCase) => needsSession(testCase, options));
  const openCases = selected.filter((testCase) => !sessionCases.includes(testCase));

  // Whether the base requests work decides what else is sent.
  await runner.runAll(openCases.filter(isFirst));
  const others = openCases.filter((testCase) => !isFirst(testCase));
  await runner.runAll(others.filter(({ isWrite }) => !isWrite));
  const writes = others.filter(({ isWrite }) => isWrite);

  if (options.workers === 1) {
    await runSessions();
    await runWrites(writes, runner);
  } else {
    await Promise.all([runSessions(), runWrites(writes, runner)]);
  }

  await runner.runAll(deletedResources(contract, results));
  for (const each of planned.passwordCases) await tryWrongPasswords(each, options, runner);

  return createReport(contract, options, {
    results,
    skipped: [...skipped, ...runner.skipped],
    isInterrupted: signal?.aborted ?? false,
    durationMs: performance.now() - startedAt,
  });

  function renew(testCase: TestCase): TestCase {
    const base = isBase(testCase) ? plan.buildRequest(testCase.operation) : undefined;
    return base ? { ...testCase, request: base.testCase.request } : testCase;
  }

  async function runSessions() {
    let waiting: readonly TestCase[] = sessionCases;
    const causes: Pick<SkippedCase, 'reason' | 'option' | 'blockedBy'>[] = [];
    for (const start of linkStarts) {
      const unserved = await followLinks(start, waiting, { runner, plan, options });
      waiting = unserved.waiting;
      if (unserved.reason) causes.push(unserved.reason);
    }

    const failed = causes.find(({ blockedBy }) => blockedBy !== undefined);
    const cause = runner.reasonToEnd() ?? failed;
    const canSignIn = linkStarts.some((start) => findCredentialFields(contract, start));
    for (const testCase of waiting) {
      const reason = cause ?? describeMissingSession(testCase, options, canSignIn);
      runner.skip({ ...skipCase(testCase, ''), ...reason });
    }
  }
}

/** Deletions come last, and first those of resources that exist. */
async function runWrites(writes: readonly TestCase[], runner: Runner) {
  const isDeletion = ({ operation }: TestCase) => operation.method === 'DELETE';
  await runner.runAll(writes.filter((it) => !isDeletion(it)));
  await runner.runAll(writes.filter((it) => isDeletion(it) && it.usesExistingValues));
  await runner.runAll(writes.filter((it) => isDeletion(it) && !it.usesExistingValues));
}

/** What would start a session, of what the options lack. */
function describeMissingSession(
  { operation }: TestCase,
  { allowWrites, credentials }: VerifyOptions,
  canSignIn: boolean,
) {
  const missing: string[] = [];
  if (!allowWrites) missing.push('--allow-writes');
  if (!credentials) missing.push('VERIFY_USER and VERIFY_PASSWORD');

  const option = canSignIn && missing.length > 0 ? missing.join(', ') : '--header';
  const schemes = operation.security.flat().map(({ name }) => name);
  const names = [...new Set(schemes)].join(' or ') || 'another operation';
  return { reason: `it needs a session or credentials for ${names} (${option})`, option };
}

function createReport(
  contract: Contract,
  { only, phases, publicUrl, url }: VerifyOptions,
  run: Pick<Report, 'results' | 'skipped' | 'isInterrupted' | 'durationMs'>,
): Report {
  const { results, skipped } = run;
  const operations = contract.operations.filter((it) => isSelected(it, only));
  const untested = findUntested(operations, results, skipped);
  const isProtocolPlanned = !phases || phases.has('protocol');
  const needsPublicUrl = publicUrl === undefined && isProtocolPlanned;
  const warnings = new Set(results.flatMap((it) => it.warnings));

  return {
    ...run,
    contract,
    url: url.href,
    // What a gateway sends, or a server without the operations, says nothing about the backend.
    results: isUntestable(results) ? results.map(toInconclusive) : results,
    warnings: [...warnings, ...untested.map(({ message }) => message)],
    untested: needsPublicUrl ? [...untested, unforwarded] : untested,
  };
}

/** Any other host than the real one would be rejected by a server that checks it. */
const unforwarded: Untested = {
  name: 'requests as the host forwards them',
  message: 'No request has the forwarding headers of the host.',
  option: '--public-url',
};

/** Reads of the resources that the run has deleted. */
function deletedResources({ operations }: Contract, results: readonly CaseResult[]): TestCase[] {
  const reads = results.flatMap(({ testCase, result }): [string, TestCase][] => {
    const { method, target } = testCase.request;
    const isDeleted = result.kind === 'response' && result.status >= 200 && result.status < 300;
    const isResource = ['valid data', 'link'].includes(testCase.kind);
    const operation = operations.find(
      (it) => it.method === 'GET' && it.path === testCase.operation.path,
    );
    if (method !== 'DELETE' || !isDeleted || !isResource || !operation) return [];

    // A server may also keep a resource and change its state.
    if (!mayBeMissing(operation)) return [];

    const request = { ...testCase.request, method: 'GET' };
    const read = {
      ...testCase,
      operation,
      request,
      pointer: operation.pointer,
      isWrite: false,
      isGate: false,
    };
    return [[target, { ...read, kind: 'unknown id', description: 'The resource was deleted.' }]];
  });
  return [...new Map(reads).values()];
}

/** Whether a case is sent before all others. A base request that deletes comes last. */
function isFirst({ isGate = false, operation }: TestCase): boolean {
  return isGate && operation.method !== 'DELETE';
}

/** Whether a case needs credentials that the options do not contain. */
function needsSession({ needsCredentials, operation }: TestCase, options: VerifyOptions): boolean {
  if (!needsCredentials) return false;
  if (operation.security.length === 0) return true;

  const { headers } = options;
  return !hasCredentials(operation, toRequestMessage({ method: 'GET', target: '', headers }));
}

/** A mask for the secrets of the options. */
export function createSecrets(options: VerifyOptions): SecretMask {
  const secrets = createSecretMask();
  for (const [secret, variable] of secretsOf(options)) secrets.add(secret, variable);
  return secrets;
}

/** The secrets of the options, with the names of variables that stand for them in commands. */
function secretsOf({ credentials, headers }: VerifyOptions) {
  const secretHeader = /^(authorization|cookie|.*(key|token|secret).*)$/i;
  const given = Object.entries(headers).filter(([name]) => secretHeader.test(name));
  return [
    ...(credentials ? [[credentials.password, 'VERIFY_PASSWORD'] as const] : []),
    ...given.map(([name, value]) => [value, name.toUpperCase().replace(/\W/g, '_')] as const),
  ];
}
