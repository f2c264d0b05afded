import { hasCredentials } from '#contract';
import { createSecrets } from './createSecrets.ts';
import { createEvaluator } from './evaluate/evaluator.ts';
import { Runner } from './evaluate/Runner.ts';
import { isBase } from './phases/baseCase.ts';
import { toRequestMessage } from './plan/findViolations.ts';
import type { TestCase } from './plan/testCase.ts';
import { planRun } from './planRun.ts';
import { createReport } from './report/createReport.ts';
import type { Report } from './report/report.ts';
import { Sender } from './send/Sender.ts';
import { runSessions } from './stateful/runSessions.ts';
import { tryWrongPasswords } from './stateful/tryWrongPasswords.ts';
import type { VerifyOptions } from './verifyOptions.ts';

/**
 * Tests a backend against a contract. Reads come first, writes last; cases that need a session are
 * sent in the first suitable session of the stateful phase.
 *
 * @throws {InputError} if no request would have a value of the options
 * @throws {UnreachableError} if the first connection fails
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  const startedAt = performance.now();
  const { contract, onProgress } = options;
  const { plan, selected, linkStarts, passwordCases, skipped } = planRun(options);
  const runner = new Runner({
    sender: new Sender(contract, options),
    evaluate: createEvaluator(contract, options),
    secrets: createSecrets(options),
    renew: (testCase) => {
      const base = isBase(testCase) ? plan.buildRequest(testCase.operation) : undefined;
      return base ? { ...testCase, request: base.testCase.request } : testCase;
    },
    onProgress,
  });

  const sessionCases = selected.filter((testCase) => needsSession(testCase, options));
  const openCases = selected.filter((testCase) => !sessionCases.includes(testCase));

  // Whether the base requests work decides what else is sent.
  await runner.runAll(openCases.filter(isFirst));
  const others = openCases.filter((testCase) => !isFirst(testCase));
  await runner.runAll(others.filter(({ isWrite }) => !isWrite));

  const writes = others.filter(({ isWrite }) => isWrite);
  await runSessions(linkStarts, sessionCases, { runner, plan, options });
  await runWrites(writes, runner);

  for (const each of passwordCases) await tryWrongPasswords(each, options, runner);

  return createReport(options, {
    results: runner.results,
    skipped: [...skipped, ...runner.skipped],
    durationMs: performance.now() - startedAt,
  });
}

/** Deletions come last, and first those of resources that exist. */
async function runWrites(writes: readonly TestCase[], runner: Runner) {
  const isDeletion = ({ operation }: TestCase) => operation.method === 'DELETE';
  await runner.runAll(writes.filter((it) => !isDeletion(it)));
  await runner.runAll(writes.filter((it) => isDeletion(it) && it.usesExistingValues));
  await runner.runAll(writes.filter((it) => isDeletion(it) && !it.usesExistingValues));
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
