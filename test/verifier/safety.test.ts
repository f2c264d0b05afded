import { expect, test } from 'vitest';
import { terminalReport } from '#verifier';
import { on } from './fixtures/reference-backend/changes.ts';
import {
  type BackendRequest,
  type CreateMiddleware,
  problem,
} from './fixtures/reference-backend/exchange.ts';
import {
  backendUrl,
  editorCredentials,
  referenceContract,
  runVerifier,
} from './fixtures/runVerifier.ts';

const { VERIFY_USER: user, VERIFY_PASSWORD: password } = editorCredentials;

/** Verifies the reference backend, and records all requests. */
async function record(args: readonly string[], changes: readonly CreateMiddleware[] = []) {
  const requests: BackendRequest[] = [];
  const recorder: CreateMiddleware = () => (request, next) => {
    requests.push(request);
    return next();
  };
  const url = await backendUrl([recorder, ...changes]);
  const report = await runVerifier(
    referenceContract,
    url,
    ['--brief', 'daily-harvest', ...args],
    editorCredentials,
  );
  return { requests, report };
}

/** Returns the positions, from the end, of the requests with a wrong password of the user. */
function wrongPasswordsFromEnd(requests: readonly BackendRequest[]): number[] {
  return [...requests.entries()].flatMap(([at, { method, text }]) => {
    const form = new URLSearchParams(text);
    const isWrong = form.get('username') === user && form.get('password') !== password;
    return method === 'POST' && isWrong ? [at - requests.length] : [];
  });
}

test('without --allow-writes, no request is unsafe', async () => {
  const { requests } = await record([]);
  const lines = requests.map(({ method, target }) => `${method} ${target}`);
  const isSafe = /^(HEAD|OPTIONS|TRACE) |^GET (?!.*logout)/;
  expect(lines.filter((line) => !isSafe.test(line))).toEqual([]);
  expect(lines.length).toBeGreaterThan(90);
});

test('the user gets two wrong passwords after all other requests, and none with the option', async () => {
  const args = ['--allow-writes', '--only', 'getCurrentUser'];
  const { requests } = await record(args);
  expect(wrongPasswordsFromEnd(requests)).toEqual([-2, -1]);
  const none = await record([...args, '--no-wrong-passwords']);
  expect(wrongPasswordsFromEnd(none.requests)).toEqual([]);
});

test('a submission has the tag, and each request the user agent', async () => {
  const { requests } = await record(['--allow-writes', '--only', 'submitFeedback']);
  const submissions = requests.filter(({ text }) => /^\{.+\}$/s.test(text));
  // In one of them, every character is escaped.
  const tag = /\[contract-check\]|\\u005B\\u0063/;
  expect(submissions.length).toBeGreaterThan(60);
  expect(submissions.filter(({ text }) => !tag.test(text))).toEqual([]);
  const agents = requests.map(({ headers }) => headers['user-agent']);
  expect([...new Set(agents)]).toEqual(['contract-check']);
});

test('a rejected sign-in is sent once, and nothing that needs its session', async () => {
  const rejects = on(({ method, id }) => method === 'POST' && id === 'tools.jsp', problem(401));
  const { requests, report } = await record(
    ['--allow-writes', '--only', 'signIn,getCurrentUser'],
    [rejects],
  );
  const sent = requests.map(({ text }) => text);
  expect(sent.filter((it) => it === 'username=editor&password=correct+horse')).toHaveLength(1);
  expect(wrongPasswordsFromEnd(requests)).toEqual([]);
  expect(terminalReport(report)).toContain('Check VERIFY_USER and VERIFY_PASSWORD');
});
