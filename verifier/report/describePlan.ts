import { printable } from '../../contract/index.ts';
import type { TestCase } from '../plan/testCase.ts';
import { resolveTarget } from '../send/requestTarget.ts';
import type { SecretMask } from '../send/secretMask.ts';
import type { planRun } from '../verifyBackend.ts';

const maxBodyLength = 600;

/** The output of `--dry-run`: what an editor and the server's log will see, without secrets. */
export function describePlan(
  { plan, selected, linkStarts, passwordCases, skipped }: ReturnType<typeof planRun>,
  { url, triesWrongPasswords }: { url: URL; triesWrongPasswords: boolean },
  secrets: SecretMask,
): string {
  const { basePath } = plan.contract;
  const writeCount = selected.filter(({ isWrite }) => isWrite).length;
  const wrong = passwordCases.flatMap(({ inSession, empty }) => [inSession, empty]);
  const sent = wrong.filter((it) => it !== undefined && triesWrongPasswords);
  const text = [
    `Plan for ${url.href} (dry run, nothing is sent):`,
    ...selected.map(describeCase),
    ...linkStarts.map(({ id }) => `  links of ${id}, followed in one session`),
    ...sent.flatMap((it) =>
      it ? [`  wrong password of VERIFY_USER, last:\n${describeCase(it)}`] : [],
    ),
    ...skipped.map(
      ({ operation, description, reason }) => `  skip  ${operation}: ${description} (${reason})`,
    ),
    '',
    `${selected.length} requests, ${writeCount} of them writes, ${skipped.length} skipped.`,
  ].join('\n');
  return secrets.maskPlain(text);

  function describeCase({ phase, operation, kind, description, request, isWrite }: TestCase) {
    const target = resolveTarget({ url, basePath }, request.target);
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    const lines = [`${request.method} ${target}`, ...headers.map(printable)];
    if (request.body) lines.push(shorten(printable(request.body.toString())));
    const title = `  ${isWrite ? 'write' : 'read '} ${operation.id}, ${phase}, ${kind}: ${description}`;
    return [title, ...lines.map((line) => `        ${line}`)].join('\n');
  }
}

function shorten(text: string): string {
  if (text.length <= maxBodyLength) return text;

  return `${text.slice(0, maxBodyLength)}… (${text.length} characters)`;
}
