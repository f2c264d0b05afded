import type { Contract } from '../../mock-api/contract/contract.ts';
import { hasCredentials } from '../../mock-api/contract/http/credentials.ts';
import { findLinkStarts, findReachable } from '../../mock-api/contract/http/findLinks.ts';
import { OptionError } from '../command/OptionError.ts';
import { createEvaluator } from './evaluate/evaluator.ts';
import { findWarnings } from './evaluate/findWarnings.ts';
import type { VerifyOptions } from './options.ts';
import { planCases } from './phases/planCases.ts';
import { isSelected, reasonToSkip, selectCases, skipCase } from './phases/selectCases.ts';
import type { TestCase } from './plan/testCase.ts';
import type { Report } from './report/report.ts';
import type { OnProgress } from './report/showProgress.ts';
import { createRunner } from './run/createRunner.ts';
import { createSecretMask } from './send/secretMask.ts';
import { createSender, findGivenSchemes } from './send/sender.ts';
import { followLinks } from './stateful/followLinks.ts';

export interface RunOptions {
  onProgress?: OnProgress;
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
    const value = options.knownValues.get(unused);
    throw new OptionError(`--brief and --value: no operation takes "${value}" for "${unused}"`);
  }
  const { selected, skipped } = selectCases(plan.cases, options);
  const isPlanned = !options.phases || options.phases.has('stateful');
  const linkStarts = findLinkStarts(contract).filter(
    (start) =>
      isPlanned && findReachable(contract, start).some((it) => isSelected(it, options.only)),
  );
  return { plan, selected, linkStarts, skipped: [...plan.skipped, ...skipped] };
}

/**
 * Tests a backend against a contract. Reads come first, writes last; cases that need a session are
 * sent in the first suitable session of the stateful phase.
 *
 * @throws {UnreachableError} if the first connection fails
 */
export async function verify(
  contract: Contract,
  options: VerifyOptions,
  { onProgress = () => {}, signal }: RunOptions = {},
): Promise<Report> {
  const startedAt = performance.now();
  const { plan, selected, linkStarts, skipped } = planRun(contract, options);
  const secrets = createSecretMask();
  secretsOf(options).forEach(secrets.add);
  const runner = createRunner({
    sender: createSender(contract, options),
    evaluate: createEvaluator(contract, options),
    secrets,
    signal,
    onResult: (result, sentCount) => onProgress(result, sentCount, selected.length),
  });
  const { run, runAll, skip } = runner;
  const addFailure: typeof runner.addFailure = (testCase, failure) => {
    if (!options.skipChecks.has(failure.check)) runner.addFailure(testCase, failure);
  };

  let sessionCases = selected.filter((testCase) => needsSession(testCase, options));
  const openCases = selected.filter((testCase) => !sessionCases.includes(testCase));
  await runAll(openCases.filter(({ isWrite }) => !isWrite));
  for (const start of linkStarts) {
    const onSecret = secrets.add;
    await followLinks(start, { plan, options, run, runAll, skip, addFailure, onSecret, onSession });
  }
  for (const testCase of sessionCases) {
    const schemes = testCase.operation.security.flat().map(({ name }) => name);
    const names = [...new Set(schemes)].join(' or ');
    skip(skipCase(testCase, `it needs a session or credentials for ${names} (--auth)`));
  }
  await runAll(openCases.filter(({ isWrite }) => isWrite));
  for (const testCase of plan.randomCases()) {
    if (signal?.aborted) break;
    if (reasonToSkip(testCase, options) === undefined && !needsSession(testCase, options)) {
      await run(testCase);
    }
  }

  const { results, exchanges } = runner;
  const allSkipped = [...skipped, ...runner.skipped];
  return {
    contract,
    url: options.url.href,
    results,
    skipped: allSkipped,
    exchanges,
    mask: secrets.mask,
    warnings: [...contract.warnings, ...findWarnings(contract, results, allSkipped)],
    isInterrupted: signal?.aborted ?? false,
    durationMs: performance.now() - startedAt,
  };

  /** Sends the cases that a new session provides the credentials for. */
  async function onSession(cookies: string) {
    const message = { ...emptyRequest, headers: { cookie: cookies } };
    const served = sessionCases.filter(({ operation }) => hasCredentials(operation, message));
    sessionCases = sessionCases.filter((testCase) => !served.includes(testCase));
    const known = served.map((testCase) => ({ ...testCase, usesKnownValues: true }));
    await runAll(known, cookies);
  }
}

const emptyRequest = { pathValues: {}, query: '', body: new Uint8Array() };

/** Whether a case needs credentials that the options do not contain. */
function needsSession({ needsCredentials, operation }: TestCase, options: VerifyOptions): boolean {
  if (!needsCredentials || findGivenSchemes(operation, options.auth)) return false;
  const given = { ...options.headers, ...options.operationHeaders.get(operation.id) };
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return !hasCredentials(operation, { ...emptyRequest, headers });
}

function secretsOf({ credentials, headers, operationHeaders, auth }: VerifyOptions): string[] {
  const secretHeaders = [headers, ...operationHeaders.values()]
    .flatMap((each) => Object.entries(each))
    .filter(([name]) => /^(authorization|cookie|.*(key|token|secret).*)$/i.test(name))
    .map(([, value]) => value);
  const encoded = [...auth.values()].map((value) => Buffer.from(value).toString('base64'));
  const passwords = credentials ? [credentials.password] : [];
  return [...passwords, ...secretHeaders, ...auth.values(), ...encoded];
}
