import { printable } from '#contract';
import { createSecrets } from './createSecrets.ts';
import type { TestCase } from './plan/testCase.ts';
import { planRun } from './planRun.ts';
import { resolveTarget } from './send/requestTarget.ts';
import type { VerifyOptions } from './verifyOptions.ts';

const maxBodyLength = 600;

/**
 * The output of a dry run: what an editor and the server's log would see, without secrets.
 * @throws {InputError} if no request would have a value of the options
 */
export function describePlan(options: VerifyOptions): string {
  const { selected, linkStarts, passwordCases, skipped } = planRun(options);
  const lines = [`Plan for ${options.url.href} (dry run, nothing is sent):`];
  lines.push(...selected.map((it) => describeCase(it, options)));
  lines.push(...linkStarts.map(({ id }) => `  links of ${id}, followed in one session`));

  const wrong = passwordCases.flatMap(({ inSession, empty }) => [inSession, empty]);
  for (const testCase of options.triesWrongPasswords ? wrong : []) {
    if (!testCase) continue;
    lines.push('  wrong password of VERIFY_USER, last:', describeCase(testCase, options));
  }

  for (const { operation, description, reason } of skipped) {
    lines.push(`  skip  ${operation}: ${description} (${reason})`);
  }
  const writeCount = selected.filter(({ isWrite }) => isWrite).length;
  lines.push(
    '',
    `${selected.length} requests, ${writeCount} of them writes, ${skipped.length} skipped.`,
  );
  return createSecrets(options).maskPlain(lines.join('\n'));
}

function describeCase(testCase: TestCase, { contract, url }: VerifyOptions): string {
  const { phase, operation, kind, description, request, isWrite } = testCase;
  const target = resolveTarget({ url, basePath: contract.basePath }, request.target);
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${request.method} ${target}`, ...headers.map(printable)];
  if (request.body) lines.push(shorten(printable(request.body.toString())));

  const title = `  ${isWrite ? 'write' : 'read '} ${operation.id}, ${phase}, ${kind}: ${description}`;
  return [title, ...lines.map((line) => `        ${line}`)].join('\n');
}

function shorten(text: string): string {
  if (text.length <= maxBodyLength) return text;

  return `${text.slice(0, maxBodyLength)}… (${text.length} characters)`;
}
