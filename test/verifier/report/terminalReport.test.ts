import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findCauses } from '../../../verifier/report/findCauses.ts';
import { terminalReport } from '../../../verifier/report/terminalReport.ts';
import { edit, on } from '../../support/verifier/reference-backend/changes.ts';
import {
  type BackendResponse,
  type CreateMiddleware,
  empty,
  html,
  problem,
} from '../../support/verifier/reference-backend/exchange.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  referenceContractFile,
  runVerifier,
  verifyReference,
} from '../../support/verifier/runVerifier.ts';

const readBriefs = ['--only', 'getBrief', '--phases', 'values'];

/** The report of a server that sends a response for the brief that exists. */
async function reportOfBrief(response: BackendResponse) {
  const create = on(({ id }) => id === 'daily-harvest', response);
  return terminalReport(await verifyReference(create, ...readBriefs));
}

test('a failure has its line, case, expected and received response, command and hint', async () => {
  const isTooLong = edit(
    400,
    () => empty(204),
    ({ field }) => [...field('text')].length > 500,
  );
  const args = ['--only', 'submitFeedback', '--phases', 'coverage'];
  const printed = terminalReport(await verifyReference(isTooLong, ...args));
  const lines = (await readFile(referenceContractFile, 'utf8')).split('\n');
  const line = lines.indexOf('          maxLength: 500') + 1;
  expect(printed).toContain(
    `1. submitFeedback: negative_data_rejection   ${referenceContractFile}:${line}`,
  );
  expect(printed).toContain('The server returned 204 for invalid data.');
  expect(printed).toContain(`case      The body's "text" has 501 characters.`);
  expect(printed).toMatch(/expected {2}a 4xx status \(400.*\) because of "maxLength: 500"/);
  expect(printed).toContain('received  204');
  expect(printed).toMatch(
    /repeat {4}curl -i -X POST .*--data-binary '\{.*\}' 'http:.*form-submit'/,
  );
  expect(printed).toMatch(/hint {6}Lengths count characters/);
});

test('control characters of a response are escaped', async () => {
  const printed = await reportOfBrief({ ...html(200, ''), body: '\u001b[2J{\0}' });
  expect(printed).toContain(String.raw`received  200 text/html \u001b[2J{\u0000}`);
  expect(printed).toMatch(/^[\P{Cc}\n]*$/u);
});

test('the printed commands of a session show the failure in bash', async () => {
  const url = await backendUrl(
    on(
      ({ path, sessionId }) => path.endsWith('logout.jsp') && sessionId !== undefined,
      html(200, 'Signed out'),
    ),
  );
  const report = await runVerifier(referenceContract, url, allWritesArguments, editorCredentials);
  const [failure] = findCauses(report);
  const commands = failure?.result.commands() ?? [];
  expect(commands).toHaveLength(3);
  const env = { ...process.env, VERIFY_PASSWORD_URL: 'correct+horse' };
  const { stdout } = await promisify(execFile)('bash', ['-c', commands.join('\n')], { env });
  expect(stdout).toMatch(/Signed out.*HTTP\/1\.1 200.*"userId":"editor"/s);
});

test.each<[what: string, create: CreateMiddleware, args: string[], hint: string]>([
  [
    'a timeout names the option',
    on(
      ({ path }) => path.endsWith('form-submit'),
      () => setTimeout(300).then(() => empty(204)),
    ),
    ['--timeout', '0.2', '--phases', 'examples'],
    'longer than --timeout',
  ],
  [
    'a secret in a response names what sends it',
    edit(401, (_, request) => problem(401, `No user with ${request.field('password')}`)),
    ['--only', 'signIn'],
    'Remove the value from the response.',
  ],
])('the hint of %s', async (_, create, args, hint) => {
  const url = await backendUrl(create);
  const given = [...allWritesArguments, ...args];
  const report = await runVerifier(referenceContract, url, given, editorCredentials);
  const hints = findCauses(report).map((failure) => failure.hint);
  expect(hints).toContainEqual(expect.stringContaining(hint));
  expect(hints).not.toContainEqual(expect.stringContaining('which was accepted'));
});
