import type { Contract } from '../../mock-api/contract/contract.ts';
import { hasCredentials } from '../../mock-api/contract/http/credentials.ts';
import type { CaseResult } from './evaluate/caseResult.ts';
import { createEvaluator } from './evaluate/evaluator.ts';
import { findWarnings } from './evaluate/findWarnings.ts';
import type { VerifyOptions } from './options.ts';
import { planCases } from './plan/planCases.ts';
import { selectCases, skipCase } from './plan/selectCases.ts';
import type { SkippedCase, TestCase } from './plan/testCase.ts';
import type { Report } from './report/report.ts';
import type { OnProgress } from './report/showProgress.ts';
import { createSecretMask } from './send/secretMask.ts';
import { createSender } from './send/sender.ts';
import type { SendResult } from './send/sendRequest.ts';
import { findLinkStarts, findReachable } from './stateful/findLinks.ts';
import { followLinks } from './stateful/followLinks.ts';

/** Plans the requests of a run and the cases that it skips. */
export function planRun(contract: Contract, options: VerifyOptions) {
  const plan = planCases(contract, options);
  const { selected, skipped } = selectCases(plan.cases, options);
  const linkStarts = findLinkStarts(contract).filter(
    (start) =>
      options.only.length === 0 ||
      findReachable(contract, start).some(({ id }) => options.only.includes(id)),
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
  onProgress: OnProgress = () => {},
): Promise<Report> {
  const startedAt = performance.now();
  const { plan, selected, linkStarts, skipped } = planRun(contract, options);
  const send = createSender(contract, options);
  const evaluate = createEvaluator(contract, options.skipChecks);
  const results: CaseResult[] = [];
  const secrets = createSecretMask();
  secretsOf(options).forEach(secrets.add);

  let sessionCases = selected.filter((testCase) => needsSession(testCase, options));
  const openCases = selected.filter((testCase) => !sessionCases.includes(testCase));
  for (const testCase of openCases.filter(({ isWrite }) => !isWrite)) await run(testCase);
  for (const start of linkStarts) {
    await followLinks(start, { plan, options, run, skip, onSecret: secrets.add, onSession });
  }
  for (const testCase of sessionCases) {
    skip(skipCase(testCase, 'it needs a session or credentials'));
  }
  for (const testCase of openCases.filter(({ isWrite }) => isWrite)) await run(testCase);

  const warnings = findWarnings(results, skipped);
  const durationMs = performance.now() - startedAt;
  return { contract, url: options.url.href, results, skipped, warnings, durationMs };

  async function run(testCase: TestCase, cookies?: string): Promise<SendResult | undefined> {
    const sent = await send(testCase, cookies);
    if (sent.kind === 'skipped') {
      skip(skipCase(testCase, sent.reason));
      return undefined;
    }
    const { status, failures } = evaluate(sent);
    const result: CaseResult = {
      testCase,
      result: sent.result,
      status,
      failures: failures.map((failure) => ({
        ...failure,
        received: secrets.mask(failure.received),
      })),
      curl: secrets.mask(sent.curl),
    };
    results.push(result);
    onProgress(result, results.length, selected.length);
    return sent.result;
  }

  function skip(skippedCase: SkippedCase) {
    skipped.push(skippedCase);
  }

  /** Sends the cases that a new session provides the credentials for. */
  async function onSession(cookies: string) {
    const message = { ...emptyRequest, headers: { cookie: cookies } };
    const served = sessionCases.filter(({ operation }) => hasCredentials(operation, message));
    sessionCases = sessionCases.filter((testCase) => !served.includes(testCase));
    for (const testCase of served) await run({ ...testCase, usesKnownValues: true }, cookies);
  }
}

const emptyRequest = { pathValues: {}, query: '', body: new Uint8Array() };

/** Whether a case needs credentials that the custom headers do not contain. */
function needsSession({ needsCredentials, operation }: TestCase, options: VerifyOptions): boolean {
  const headers = Object.fromEntries(
    Object.entries(options.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return needsCredentials && !hasCredentials(operation, { ...emptyRequest, headers });
}

function secretsOf({ credentials, headers }: VerifyOptions): string[] {
  const secretHeaders = Object.entries(headers)
    .filter(([name]) => /^(authorization|cookie|.*(key|token|secret).*)$/i.test(name))
    .map(([, value]) => value);
  return credentials ? [credentials.password, ...secretHeaders] : secretHeaders;
}
