import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { edit, editJson, on } from '../../../scripts/reference-backend/changes.ts';
import {
  type BackendResponse,
  type CreateMiddleware,
  empty,
  html,
} from '../../../scripts/reference-backend/exchange.ts';
import { startReferenceBackend } from '../../../scripts/reference-backend/startReferenceBackend.ts';
import { jsonReport } from '../../../scripts/verify/report/jsonReport.ts';
import { junitReport } from '../../../scripts/verify/report/junitReport.ts';
import { uniqueFailures } from '../../../scripts/verify/report/report.ts';
import { terminalReport } from '../../../scripts/verify/report/terminalReport.ts';
import { createSecretMask } from '../../../scripts/verify/send/secretMask.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  referenceContractFile,
  runVerifier,
  verifyReference,
} from '../../support/verify/runVerifier.ts';

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

describe('a failure is reported', () => {
  const reportOfBrief = async (response: BackendResponse) => {
    const change = on(({ id }) => id === 'daily-harvest', response);
    return terminalReport(await verifyReference(change, '--only', 'getBrief'));
  };

  test('with operation, check, line, case, expected, received, curl command and hint', async () => {
    const hasLongText = ({ fields }: { fields: { text?: unknown } }) =>
      typeof fields.text === 'string' && [...fields.text].length > 500;
    const accept = edit(400, () => empty(204), hasLongText);
    const text = terminalReport(await verifyReference(accept, '--only', 'submitFeedback'));
    const line = (await readFile(referenceContractFile, 'utf8'))
      .split('\n')
      .indexOf('          maxLength: 500');
    expect(text).toContain(
      `1. submitFeedback: negative_data_rejection   ${referenceContractFile}:${line + 1}`,
    );
    expect(text).toContain('The server returned 204 for invalid data.');
    expect(text).toContain(`case      The body's "text" has 501 characters.`);
    expect(text).toContain(
      'expected  a 4xx status (400, 401, 403, 404, 413, 415, 429) because of "maxLength: 500"',
    );
    expect(text).toContain('received  204');
    expect(text).toMatch(
      /repeat {4}curl -i -X POST .*--data-binary '\{.*\}' 'http:\/\/127.*form-submit'/,
    );
    expect(text).toMatch(/hint {6}The server is more lenient than the contract/);
  });

  test('once, with the other cases that have it', async () => {
    const malformed = edit(404, () => ({ body: '{"status":404}' }));
    const text = terminalReport(await verifyReference(malformed, '--only', 'getBrief'));
    expect(text).toMatch(/^1 violation of the contract: /m);
    expect(text).toMatch(/also in {3}\d+ other cases: The path parameter "briefId" has/);
  });

  test('without a password or a session id in any report or command', async () => {
    const password = 'Tr0ub4dor & 3';
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
    const texts = [terminalReport(report), jsonReport(report), junitReport(report), curls];
    const encoded = Buffer.from(password).toString('hex').replace(/../g, '%$&');
    expect(texts).toEqual(Array(4).fill(expect.stringContaining('curl -i -X GET')));
    expect(texts[0]).toContain('received  200 application/json {"userId":"•••"}');
    for (const text of texts) {
      const decoded = text.replaceAll('+', ' ').replaceAll('%20', ' ').replaceAll('%26', '&');
      expect(decoded).not.toMatch(/Tr0ub4dor & 3|\d+-session-id/i);
      expect(text.toLowerCase()).not.toContain(encoded);
    }
  });

  test('without control characters of a response', async () => {
    const text = await reportOfBrief({ ...html(200, ''), body: '\u001b[2J{\0}' });
    expect(text).toContain(String.raw`received  200 text/html \u001b[2J{\u0000}`);
    expect(text).not.toContain('\u001b');
  });

  test('with the target of a redirect', async () => {
    const text = await reportOfBrief(empty(302, { Location: 'https://example.com/sign-in' }));
    expect(text).toContain('received  302 with Location: https://example.com/sign-in');
    expect(text).toContain('hint      Clients do not follow redirects.');
  });

  test('with a hint about the password if the sign-in fails', async () => {
    const url = await backendUrl();
    const args = [...allWritesArguments, '--phases', 'stateful'];
    const wrong = { ...editorCredentials, VERIFY_PASSWORD: 'mistyped' };
    const text = terminalReport(await runVerifier(referenceContract, url, args, wrong));
    expect(text).toMatch(/1\. signIn: positive_data_acceptance/);
    expect(text).toContain('hint      Check VERIFY_USER and VERIFY_PASSWORD');
  });

  test('once if the server stops accepting connections', async () => {
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
    const reasons = report.skipped.map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringContaining('no longer accepts connections'));
    expect(terminalReport(report)).toContain('Check whether the process has stopped.');
  });

  test('in JUnit XML, which counts skipped cases', async () => {
    const report = await runVerifier(referenceContract, await backendUrl());
    const xml = junitReport(report);
    const { results, skipped } = report;
    const counts = `failures="0" skipped="${skipped.length}"`;
    expect(xml).toContain(`tests="${results.length + skipped.length}" ${counts}`);
    expect(xml.split('<skipped ').length - 1).toBe(skipped.length);
  });
});
