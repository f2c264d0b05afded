import { request as forward } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { terminalReport } from '#verifier';
import { startHttpServer } from '../../support/startHttpServer.ts';
import type { CreateMiddleware } from '../../support/verifier/reference-backend/exchange.ts';
import { json, problem } from '../../support/verifier/reference-backend/exchange.ts';
import {
  backendUrl,
  editorCredentials,
  referenceContract,
  runVerifier,
} from '../../support/verifier/runVerifier.ts';

const { VERIFY_USER: user, VERIFY_PASSWORD: password } = editorCredentials;
const brief = ['--brief', 'daily-harvest'];
const staff = ['--allow-writes', '--only', 'signIn,getCurrentUser'];

interface RecordedRequest {
  line: string;
  body: string;
  userAgent: string | undefined;
}

/** Verifies the reference backend through a proxy that records all requests and session ids. */
async function record(args: readonly string[], create?: CreateMiddleware) {
  const backend = await backendUrl(create);
  const requests: RecordedRequest[] = [];
  const sessionIds = new Set<string>();
  const proxy = await startHttpServer(async (req, res) => {
    const body = await buffer(req);
    const { method = '', url = '', headers } = req;
    requests.push({
      line: `${method} ${url}`,
      body: String(body),
      userAgent: headers['user-agent'],
    });
    const onward = forward(backend + url, { method, headers }, async (response) => {
      for (const cookie of response.headers['set-cookie'] ?? [])
        sessionIds.add(/=([^;]*)/.exec(cookie)?.[1] ?? '');
      res.writeHead(response.statusCode ?? 500, response.rawHeaders);
      res.end(await buffer(response));
    });
    onward.once('error', () => res.destroy()).end(body);
  });
  const report = await runVerifier(referenceContract, proxy.url, args, editorCredentials);
  const text = terminalReport(report).toLowerCase();
  const secrets = [password, 'correct+horse', 'correct%20horse', ...sessionIds];
  const printed = secrets.filter((it) => it.length > 5 && text.includes(it.toLowerCase()));
  return { requests, printed, text };
}

/** How far from the end the requests with a wrong password of the user are. */
function wrongPasswordsFromEnd(requests: readonly RecordedRequest[]): number[] {
  return [...requests.entries()].flatMap(([at, { line, body }]) => {
    const form = new URLSearchParams(body);
    const isWrong = form.get('username') === user && form.get('password') !== password;
    return line.startsWith('POST') && isWrong ? [at - requests.length] : [];
  });
}

test('without --allow-writes, no request is unsafe', async () => {
  const { requests } = await record(brief);
  const unsafe = requests.filter(
    ({ line }) => !/^(GET|HEAD|OPTIONS|TRACE) /.test(line) || /^GET .*logout/.test(line),
  );
  expect(unsafe.map(({ line }) => line)).toEqual([]);
  expect(requests.length).toBeGreaterThan(90);
});

test('the user gets two wrong passwords after all other requests, and none with the option', async () => {
  const args = [...brief, '--allow-writes', '--only', 'getCurrentUser'];
  const { printed, requests } = await record(args);
  expect(wrongPasswordsFromEnd(requests)).toEqual([-2, -1]);
  expect(printed).toEqual([]);
  const none = await record([...args, '--no-wrong-passwords']);
  expect(wrongPasswordsFromEnd(none.requests)).toEqual([]);
});

test('a submission has the tag, and all but one request of an operation the user agent', async () => {
  const { requests } = await record([...brief, '--allow-writes', '--only', 'submitFeedback']);
  const submissions = requests.filter(({ body }) => /^\{.+\}$/s.test(body));
  // In one of them, every character is escaped.
  const tag = /\[contract-check\]|\\u005B\\u0063/;
  expect(submissions.length).toBeGreaterThan(60);
  expect(submissions.filter(({ body }) => !tag.test(body))).toEqual([]);
  const unnamed = requests.filter(({ userAgent }) => userAgent !== 'contract-check');
  expect(unnamed.map(({ userAgent }) => userAgent)).toEqual([undefined]);
});

test('a rejected sign-in is sent once, and nothing that needs its session', async () => {
  const rejects: CreateMiddleware = () => (request, next) =>
    request.method === 'POST' && request.path.endsWith('tools.jsp') ? problem(401) : next();
  const { requests, text } = await record([...brief, ...staff], rejects);
  const correct = requests.filter(({ body }) => body === 'username=editor&password=correct+horse');
  expect(correct).toHaveLength(1);
  expect(wrongPasswordsFromEnd(requests)).toEqual([]);
  expect(text).toContain('check verify_user and verify_password');
});

test('no report has a password or a session id that a response repeats', async () => {
  const repeats: CreateMiddleware = () => async (request, next) => {
    const response = await next();
    const isRead = request.path.endsWith('currentUser') && response.status === 200;
    return isRead ? json(200, { userId: `${password} ${request.sessionId}` }) : response;
  };
  const { printed, text } = await record(['--allow-writes', '--only', 'getCurrentUser'], repeats);
  expect(printed).toEqual([]);
  expect(text).toContain('{"userid":"••• •••"}');
});
