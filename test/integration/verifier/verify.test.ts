import { describe, expect, test } from 'vitest';
import { loadContract } from '#contract';
import { findCauses } from '../../../verifier/report/findCauses.ts';
import { terminalReport } from '../../../verifier/report/terminalReport.ts';
import { startTestMock } from '../../support/mock/startTestMock.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import {
  type CreateMiddleware,
  problem,
} from '../../support/verifier/reference-backend/exchange.ts';
import {
  allWritesArguments,
  editorCredentials,
  failedChecks,
  referenceContract,
  runVerifier,
  verifyReference,
} from '../../support/verifier/runVerifier.ts';

/** A stub of the captcha accepts a value twice, and so does a testing key of the service. */
const usedValueWarning = expect.stringContaining(
  'submitFeedback: The server returned 200 for the second use.',
);

/** Starts a backend that returns 404 to everything and records the requests. */
async function recordingBackend() {
  const requests: { method: string; url: string; body: string; userAgent: string }[] = [];
  const { url } = await startHttpServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      const { method = '', url: target = '', headers } = req;
      requests.push({ method, url: target, body, userAgent: headers['user-agent'] ?? '' });
      res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"Not found."}');
    });
  });
  return { url, requests };
}

test('the mock passes every check of at most 500 requests without skipped cases', async () => {
  const contract = await loadContract('openapi.yaml');
  const { url, journal } = await startTestMock();
  const report = await runVerifier(contract, url, allWritesArguments, editorCredentials);
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([
    usedValueWarning,
    expect.stringContaining('is used twice at the same time, number '),
  ]);
  expect(report.skipped).toEqual([]);
  expect(journal.list().length).toBeLessThanOrEqual(500);
});

describe('on a shared server', () => {
  const signOut = 'GET /jsp/logout.jsp';

  test('writes are sent only with --allow-writes', async () => {
    const { url, requests } = await recordingBackend();
    const report = await runVerifier(referenceContract, url, [], editorCredentials);
    expect(new Set(requests.map(({ method }) => method))).toEqual(
      new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']),
    );
    expect(requests.map(({ method, url: path }) => `${method} ${path}`)).not.toContain(signOut);
    expect(terminalReport(report)).toContain(
      'of submitFeedback: it may change data, and --allow-writes is not set',
    );
  });

  test('every submission has the tag, and all but one request of an operation the user agent', async () => {
    const { url, requests } = await recordingBackend();
    const args = ['--allow-writes', '--skip-check', 'status_code_conformance'];
    await runVerifier(referenceContract, url, args);
    const submissions = requests.filter(({ body }) => /^\{.+\}$/s.test(body));
    // More would be sent if failures that the base request has were narrowed down.
    expect([submissions.length > 60, submissions.length < 200]).toEqual([true, true]);
    // In one of them, every character is escaped.
    const tag = /\[contract-check\]|\\u005B\\u0063/;
    expect(submissions.filter(({ body }) => !tag.test(body))).toEqual([]);
    const unnamed = requests.filter(({ userAgent }) => !userAgent?.startsWith('contract-check'));
    expect(unnamed.map(({ userAgent }) => userAgent)).toEqual(Array(4).fill(''));
  });

  test('a rejected sign-in is sent once, and nothing that needs its session', async () => {
    const bodies: string[] = [];
    const report = await verifyReference(
      () => (request, next) => {
        if (!request.path.endsWith('tools.jsp')) return next();
        bodies.push(request.text);
        return problem(request.method === 'POST' ? 401 : 405);
      },
      '--only',
      'signIn,signOut,getCurrentUser',
    );
    const uses = bodies.filter((it) => /username=editor&password=correct\+horse$/.test(it));
    expect(uses).toHaveLength(1);
    expect(bodies.filter((it) => it.startsWith('username=editor'))).toHaveLength(1);
    expect(findCauses(report)[0]?.result.testCase.kind).toBe('sign-in');
  });

  test('the user gets two wrong passwords after all other requests, and none with the option', async () => {
    const isOfUser = (text: string) => /^username=editor&/.test(text);
    const isCorrect = (text: string) => text.replaceAll('%20', '+').endsWith('=correct+horse');
    const wrongAt = async (...args: string[]) => {
      const texts: string[] = [];
      const record: CreateMiddleware = () => (request, next) => {
        texts.push(request.text);
        return next();
      };
      await verifyReference(record, '--only', 'getBrief,signIn,signOut,getCurrentUser', ...args);
      const wrong = [...texts.keys()].filter(
        (at) => isOfUser(texts[at] ?? '') && !isCorrect(texts[at] ?? ''),
      );
      return wrong.map((at) => at - texts.length);
    };
    expect(await wrongAt()).toEqual([-2, -1]);
    expect(await wrongAt('--no-wrong-passwords')).toEqual([]);
  });
});
