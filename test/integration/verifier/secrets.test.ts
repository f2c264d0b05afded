import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { terminalReport } from '../../../verifier/report/terminalReport.ts';
import { SecretMask } from '../../../verifier/send/SecretMask.ts';
import { editJson } from '../../support/verifier/reference-backend/changes.ts';
import { json, withHeaders } from '../../support/verifier/reference-backend/exchange.ts';
import { knownProfile } from '../../support/verifier/reference-backend/state.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  runVerifier,
} from '../../support/verifier/runVerifier.ts';

test('a secret of one or two characters is masked where it is a word', () => {
  const secrets = new SecretMask();
  secrets.add('a$');
  secrets.add('pw');
  expect(secrets.mask('username=pwa&password=a%24, {"password":"a$"}, password=pw')).toBe(
    'username=pwa&password=•••, {"password":"•••"}, password=•••',
  );
});

test('a command derives an altered secret from its variable', async () => {
  const secrets = new SecretMask();
  secrets.add("it's 100%", 'VERIFY_PASSWORD');
  const altered = ["it's 100", "IT'S 100%", "it's 100%x", 'contract-check-no-such-password'];
  const forms = altered.map((it) => new URLSearchParams({ it }).toString());
  const masked = forms.map((form) => secrets.maskCommand(`printf %s '${form}'`));
  expect(masked.join()).not.toMatch(/100/);
  const env = { ...process.env, VERIFY_PASSWORD_URL: 'it%27s+100%25' };
  const printed = masked.map((it) => execFileSync('bash', ['-c', it], { env }).toString());
  expect(printed.map((form) => new URLSearchParams(form).get('it'))).toEqual(altered);
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
  const curls = report.results.flatMap(({ commands }) => commands()).join('\n');
  expect(curls).toContain(`password='"$VERIFY_PASSWORD_URL"'`);
  const texts = [terminalReport(report), curls];
  const encoded = Buffer.from(password).toString('hex').replace(/../g, '%$&');
  expect(texts).toEqual(Array(2).fill(expect.stringContaining('curl -i -X GET')));
  expect(texts[0], 'a JSON body is masked').toContain('{"userId":"•••"}');
  for (const text of texts) {
    expect(text).not.toMatch(/Tr0ub4dor|\d+-session-id/i);
    expect(text.toLowerCase()).not.toContain(encoded);
  }
});

const header = Buffer.from('{"alg":"HS256"}').toString('base64url');

test.each([
  ['an altered token', () => `${header}.${randomBytes(30).toString('base64url')}.c2lnbmF0dXJl`, ''],
  ['an altered id with a node', () => `${randomBytes(12).toString('hex')}.node-1`, ''],
  ['a folded cookie', () => randomBytes(12).toString('hex'), 'lb=node-1; Path=/, '],
])('no report has %s', async (_, createId, folded) => {
  const ids: string[] = [];
  const url = await backendUrl((state) => {
    state.createSessionId = () => {
      ids.push(createId());
      return ids.at(-1) ?? '';
    };
    const { sessions } = state;
    return async (request, next) => {
      const { sessionId = '' } = request;
      const response = await next();
      const cookie = String(response.headers['Set-Cookie'] ?? '');
      if (cookie !== '') return withHeaders(response, { 'Set-Cookie': folded + cookie });
      // Accepts what resembles a session id, so that it is reported.
      const isSimilar = [...sessions.keys()].some((id) => id.startsWith(sessionId.slice(0, 5)));
      const isRead = request.path.endsWith('currentUser') && sessionId.length > 8;
      return isRead && isSimilar ? json(200, knownProfile) : response;
    };
  });
  const report = await runVerifier(referenceContract, url, allWritesArguments, editorCredentials);
  const commands = report.results.flatMap((result) => result.commands());
  const texts = [terminalReport(report), ...commands].join('\n').toLowerCase();
  const parts = ids.map((id) => id.split('.').reduce((a, b) => (b.length > a.length ? b : a)));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.filter((part) => texts.includes(part.slice(0, -1).toLowerCase()))).toEqual([]);
});
