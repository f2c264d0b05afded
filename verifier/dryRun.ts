import { printable, shorten } from '#contract';
import { createPlanner, type Planner } from './cases/createPlanner.ts';
import { requireUsedValues, selectOperations } from './cases/selectOperations.ts';
import { isWrite } from './checks/isWrite.ts';
import { findCredentialFields } from './checks/requestFields.ts';
import type { Case, VerifyOptions } from './model.ts';
import { createSecrets } from './send/createSecrets.ts';
import { resolveTarget } from './send/wireRequest.ts';
import { createWrongPasswords } from './session/signIns.ts';

const maxBodyLength = 600;

/**
 * The output of a dry run: what an editor and the server's log would see, without secrets.
 * @throws {InputError} if no request would have a value of the options
 */
export function dryRun(options: VerifyOptions): string {
  requireUsedValues(options);
  const planner = createPlanner(options);
  const lines = [`Plan for ${options.url.href} (dry run, nothing is sent):`];
  const cases = selectOperations(options).flatMap((operation) => {
    const base = planner.createBase(operation);
    return base ? [base, ...planner.plan(operation)] : [];
  });
  const writes = cases.filter((it) => isWrite(options.contract, it));
  const sent = options.allowWrites ? cases : cases.filter((it) => !writes.includes(it));
  lines.push(...sent.map((it) => describeCase(it, options)));
  lines.push(...describeSessions(planner));

  const skippedCount = cases.length - sent.length;
  const counts = `${sent.length} requests, ${writes.length - skippedCount} of them writes`;
  lines.push('', `${counts}, and those that repeat one or depend on a response.`);
  if (skippedCount > 0) lines.push(`${skippedCount} writes are not sent (--allow-writes).`);
  return lines.join('\n');
}

/** What is sent in sessions depends on responses, but for the wrong passwords of the user. */
function describeSessions(planner: Planner): string[] {
  const { options } = planner;
  const { allowWrites, contract, credentials } = options;
  const lines: string[] = [];
  for (const operation of contract.operations) {
    const signIn = planner.createBase(operation);
    const isSignIn = findCredentialFields(contract, operation) !== undefined;
    if (!signIn || !isSignIn || !credentials || !allowWrites) continue;

    lines.push(`  sessions that begin with ${operation.id}, and the links of its response`);
    for (const wrong of createWrongPasswords(planner, signIn))
      lines.push('  wrong password of VERIFY_USER, last:', describeCase(wrong, options));
  }
  return lines;
}

function describeCase(testCase: Case, options: VerifyOptions): string {
  const { contract, url } = options;
  const { operation, expected, description, request } = testCase;
  const target = resolveTarget(url, contract.basePath, request.target);
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${request.method} ${target}`, ...headers.map(printable)];
  if (request.body) lines.push(shorten(printable(String(request.body)), maxBodyLength));

  const secrets = createSecrets(options);
  const kind = isWrite(contract, testCase) ? 'write' : 'read ';
  const title = `  ${kind} ${operation.id}, ${expected}: ${description}`;
  return [title, ...lines.map((line) => `        ${secrets.mask(line)}`)].join('\n');
}
