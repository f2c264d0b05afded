import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { edit, editJson, on } from '../../../../scripts/reference-backend/changes.ts';
import {
  type BackendResponse,
  type CreateMiddleware,
  empty,
  html,
  problem,
} from '../../../../scripts/reference-backend/exchange.ts';
import { startReferenceBackend } from '../../../../scripts/reference-backend/startReferenceBackend.ts';
import { junitReport } from '../../../../scripts/verify/report/junitReport.ts';
import { uniqueFailures } from '../../../../scripts/verify/report/report.ts';
import { terminalReport } from '../../../../scripts/verify/report/terminalReport.ts';
import { createSecretMask } from '../../../../scripts/verify/send/secretMask.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  referenceContractFile,
  runVerifier,
  verifyReference,
} from '../../../support/verify/runVerifier.ts';

test('a secret of one or two characters is masked where it is a word', () => {
  const secrets = createSecretMask();
  secrets.add('a$');
  secrets.add('pw');
  expect(secrets.mask('username=pwa&password=a%24, {"password":"a$"}, password=pw')).toBe(
    'username=pwa&password=•••, {"password":"•••"}, password=•••',
  );
});

test('a command derives an altered secret from its variable', async () => {
  const secrets = createSecretMask();
  secrets.add("it's 100%", 'VERIFY_PASSWORD');
  const altered = ["it's 100", "IT'S 100%", "it's 100%x", 'contract-check-no-such-password'];
  const forms = altered.map((it) => new URLSearchParams({ it }).toString());
  const masked = forms.map((form) => secrets.maskCommand(`printf %s '${form}'`));
  expect(masked.join()).not.toMatch(/100/);
  const env = { ...process.env, VERIFY_PASSWORD_URL: 'it%27s+100%25' };
  const printed = masked.map((it) => execFileSync('bash', ['-c', it], { env }).toString());
  expect(printed.map((form) => new URLSearchParams(form).get('it'))).toEqual(altered);
});

const reportOf = async (create: CreateMiddleware, ...args: string[]) =>
  terminalReport(await verifyReference(create, ...args));
const ruleLine =
  (await readFile(referenceContractFile, 'utf8')).split('\n').indexOf('          maxLength: 500') +
  1;
const existing = (response: BackendResponse) => on(({ id }) => id === 'daily-harvest', response);

test.each<[what: string, args: string, create: CreateMiddleware, ...texts: (string | RegExp)[]]>([
  [
    'with operation, check, line, case, expected, received, curl command and hint',
    '--only submitFeedback --phases coverage',
    edit(
      400,
      () => empty(204),
      ({ field }) => [...field('text')].length > 500,
    ),
    `1. submitFeedback: negative_data_rejection   ${referenceContractFile}:${ruleLine}`,
    'The server returned 204 for invalid data.',
    `case      The body's "text" has 501 characters.`,
    'expected  a 4xx status (400, 401, 403, 404, 413, 415, 429) because of "maxLength: 500"',
    'received  204',
    /repeat {4}curl -i -X POST .*--data-binary '\{.*\}' 'http:\/\/127.*form-submit'/,
    /hint {6}The server is more lenient than the contract/,
  ],
  [
    'once, with the other cases that have it',
    '--only getBrief',
    edit(404, () => ({ body: '{"status":404}' })),
    /^1 failure: /m,
    /also in {3}\d+ other cases: The path parameter "briefId" has/,
  ],
  [
    'without control characters of a response',
    '--only getBrief',
    existing({ ...html(200, ''), body: '\u001b[2J{\0}' }),
    String.raw`received  200 text/html \u001b[2J{\u0000}`,
    /^[\P{Cc}\n]*$/u,
  ],
  [
    'with the target of a redirect',
    '--only getBrief',
    existing(empty(302, { Location: 'https://example.com/sign-in' })),
    'received  302 with Location: https://example.com/sign-in',
  ],
  [
    'with the variables of the password if the sign-in fails',
    '--phases stateful',
    on(({ id }) => id === 'tools.jsp', problem(401)),
    /1\. signIn: positive_data_acceptance/,
    'The server returned 401 for VERIFY_USER and VERIFY_PASSWORD.',
  ],
])('a failure is reported %s', async (_, args, create, ...texts) => {
  const report = await reportOf(create, ...args.split(' '));
  for (const text of texts) expect(report).toMatch(text);
});

test('no report or command has a password or a session id', async () => {
  const password = 'Tr0ub4dor & "3"';
  let count = 0;
  const url = await backendUrl((state) => {
    state.passwords.set('editor', password);
    state.createSessionId = () => `${++count}-session-id`;
    return editJson(
      () => ({ userId: password }),
      ({ id }) => id === 'currentUser',
    )(state);
  });
  const env = { ...editorCredentials, VERIFY_PASSWORD: password };
  const args = [...allWritesArguments, '--only', 'signIn,signOut,getCurrentUser,getBrief'];
  const report = await runVerifier(referenceContract, url, args, env);
  const curls = report.results.map(({ curl }) => curl()).join('\n');
  expect(curls).toContain(`password='"$VERIFY_PASSWORD_URL"'`);
  const texts = [terminalReport(report), junitReport(report), curls];
  const encoded = Buffer.from(password).toString('hex').replace(/../g, '%$&');
  expect(texts).toEqual(Array(3).fill(expect.stringContaining('curl -i -X GET')));
  expect(texts[0], 'a JSON body is masked').toContain('{"userId":"•••"}');
  for (const text of texts) {
    expect(text).not.toMatch(/Tr0ub4dor|\d+-session-id/i);
    expect(text.toLowerCase()).not.toContain(encoded);
  }
});

test('a server that stops accepting connections is reported once', async () => {
  let count = 0;
  const create: CreateMiddleware = () => (_request, next) => {
    count += 1;
    if (count === 30) void backend.close();
    return next();
  };
  const backend = await startReferenceBackend({ change: { create } });
  const report = await runVerifier(referenceContract, backend.url, allWritesArguments);
  const unreachable = uniqueFailures(report).filter(({ message }) =>
    /^Could not connect/.test(message),
  );
  expect(unreachable).toHaveLength(1);
});
