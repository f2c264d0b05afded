import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { edit, editJson, everyNth, on } from '../../../verifier/reference-backend/changes.ts';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  crashPage,
  empty,
  html,
  json,
  problem,
  withHeaders,
} from '../../../verifier/reference-backend/exchange.ts';
import { startReferenceBackend } from '../../../verifier/reference-backend/startReferenceBackend.ts';
import { type BackendState, knownProfile } from '../../../verifier/reference-backend/state.ts';
import { findCauses } from '../../../verifier/report/findCauses.ts';
import { junitReport } from '../../../verifier/report/junitReport.ts';
import { terminalReport } from '../../../verifier/report/terminalReport.ts';
import { createSecretMask } from '../../../verifier/send/secretMask.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  referenceContractFile,
  runVerifier,
  verifyReference,
} from '../../support/verifier/runVerifier.ts';

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
    /hint {6}Lengths count characters/,
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
  const curls = report.results.flatMap(({ commands }) => commands()).join('\n');
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
  expect(findCauses(report)).toHaveLength(1);
});

const isSubmission = ({ path, method }: BackendRequest) =>
  path.endsWith('form-submit') && method === 'POST';
const isBrief = ({ path, method }: BackendRequest) => path.includes('/briefs/') && method === 'GET';

/** Keeps that an id was not found, without regard to case. */
const keepsMissing: CreateMiddleware = () => {
  const missing = new Set<string>();
  return async (request, next) => {
    const response = await next();
    if (!isBrief(request)) return response;
    const key = request.id.toLowerCase();
    if (response.status === 404) missing.add(key);
    return missing.has(key) ? problem(404) : response;
  };
};

/** Confuses requests at the same time. */
const mixesUp: CreateMiddleware = () => {
  let inFlight = 0;
  return async (request, next) => {
    if (!isBrief(request)) return next();
    inFlight += 1;
    await setTimeout(5);
    const isMixedUp = inFlight > 1 && request.id === 'daily-harvest';
    inFlight -= 1;
    return isMixedUp ? json(200, { name: 'other', fullName: 'Other' }) : next();
  };
};

/** Fails for each read of a brief at the same time as another. */
const crashesAtOnce: CreateMiddleware = () => {
  let inFlight = 0;
  return async (request, next) => {
    if (!isBrief(request)) return next();
    inFlight += 1;
    const isAlone = inFlight === 1;
    await setTimeout(5);
    inFlight -= 1;
    return isAlone ? next() : crashPage;
  };
};

/** Does not find the brief once after an id that does not exist. */
const missesNext: CreateMiddleware = () => {
  let isMissed = false;
  return async (request, next) => {
    const response = await next();
    if (!isBrief(request)) return response;
    const isFailure = isMissed && request.id === 'daily-harvest';
    isMissed = response.status === 404;
    return isFailure ? problem(404) : response;
  };
};

test.each<
  [what: string, create: CreateMiddleware, password: string, ...texts: (string | RegExp)[]]
>([
  [
    'a captcha that is not stubbed',
    on(isSubmission, problem(400)),
    'correct horse',
    /The base request fails; fix this first\. \d{3} cases depend on it and were not tested\./,
    'The value of "recaptchaResponse" is not real.',
  ],
  [
    'a handler that always fails',
    on(isSubmission, crashPage),
    'correct horse',
    'The server returned 500.',
    'The server log has the exception.',
  ],
  [
    'a server that always fails',
    on(() => true, crashPage),
    'correct horse',
    'also in   11 other cases: submitFeedback: The base request',
  ],
  [
    'a wrong password',
    () => (_, next) => next(),
    'wrong horse',
    /The sign-in fails; fix this first\. \d\d cases depend/,
    'Check VERIFY_USER and VERIFY_PASSWORD',
    /Not tested: getCurrentUser \(the sign-in fails\)\.$/,
  ],
  [
    'a cache of ids that were not found',
    keepsMissing,
    'correct horse',
    'The server has changed since the start; fix this first.',
    /repeat {4}curl .*\n(.*\n)?.*briefs\/DAILY-HARVEST'\n/,
    'such as a cache of ids that were not found',
  ],
  [
    'requests at the same time that are confused',
    mixesUp,
    'correct horse',
    /repeat {4}curl .* &\n(.* &\n){5} +wait\n/,
    'Look for what they share',
  ],
  [
    'requests at the same time that crash with different values',
    crashesAtOnce,
    'correct horse',
    'Look for what they share',
    /also in {3}\d other cases: Number 3 of 6/,
  ],
  [
    'a request after which the next one is rejected',
    missesNext,
    'correct horse',
    'The same request got 200 when it was repeated.',
    'hint      Look for what the server keeps between requests',
  ],
  [
    'a page for each path that returns JSON',
    edit([200, 204, 400, 404, 405, 413, 415], (response, request) =>
      isBrief(request) ? html(200, 'App') : response,
    ),
    'correct horse',
    'The base request fails; fix this first.',
    'The response is a page. Check the path of the URL',
  ],
  [
    'a first request that fails',
    () => {
      let count = 0;
      return on((request) => isBrief(request) && ++count === 1, crashPage)({} as BackendState);
    },
    'correct horse',
    'The same request succeeded when it was repeated: the server is unsteady.',
  ],
  [
    'every second request that fails',
    everyNth(2, problem(401), ({ path }) => path.endsWith('currentUser')),
    'correct horse',
    'response_consistency',
  ],
])(
  '%s is one failure, with its cause in the first lines',
  async (_, create, password, ...texts) => {
    const url = await backendUrl(create);
    const env = { ...editorCredentials, VERIFY_PASSWORD: password };
    const report = await runVerifier(referenceContract, url, allWritesArguments, env);
    const printed = terminalReport(report);
    for (const text of texts) expect(printed).toMatch(text);
    expect(printed.match(/^\d+\. .*/gm)).toHaveLength(1);
  },
);

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

test('JUnit has each failure once, and skips its other cases and inconclusive ones', async () => {
  const report = await verifyReference(edit(404, () => ({ body: '{"status":404}' })));
  const xml = junitReport(report);
  const { length } = findCauses(report);
  expect(xml.match(/<failure /g)).toHaveLength(length);
  expect(xml).toContain('<skipped message="The same failure as: ');
  const passedCount = report.results.filter(({ status }) => status === 'passed').length;
  const skippedCount = xml.match(/<skipped /g)?.length ?? 0;
  expect(xml.match(/<testcase /g)).toHaveLength(passedCount + skippedCount + length);
  expect(xml).toContain(`failures="${length}" skipped="${skippedCount}" time=`);
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
  const texts = [terminalReport(report), junitReport(report), ...commands].join('\n').toLowerCase();
  const parts = ids.map((id) => id.split('.').reduce((a, b) => (b.length > a.length ? b : a)));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.filter((part) => texts.includes(part.slice(0, -1).toLowerCase()))).toEqual([]);
});

test('a failure of a filter in front of all operations is printed once', async () => {
  const url = await backendUrl(
    on(({ header }) => /rm-CH/.test(header('accept-language')), crashPage),
  );
  const args = [...allWritesArguments, '--phases', 'examples,protocol,stateful'];
  const report = await runVerifier(referenceContract, url, args, editorCredentials);
  const printed = terminalReport(report);
  expect(printed.match(/^\d+\. .*/gm)).toHaveLength(1);
  expect(printed).toMatch(/also in {3}4 other cases: \w+: The request has a long Accept/);
});

test('a server that no longer works is reported with the request since which it fails', async () => {
  let count = 0;
  const url = await backendUrl(on(() => ++count > 60, crashPage));
  const report = await runVerifier(referenceContract, url, allWritesArguments, editorCredentials);
  const printed = terminalReport(report);
  expect(printed.match(/^\d+\. .*/gm)).toHaveLength(1);
  expect(printed).toMatch(/fail since this request, number 6\d of the run/);
});

test('the printed commands show a cache of ids that were not found to a server that was restarted', async () => {
  const args = [...allWritesArguments, '--only', 'getBrief'];
  const report = await runVerifier(referenceContract, await backendUrl(keepsMissing), args);
  const [failure] = findCauses(report);
  const commands = failure?.result.commands().join('\n') ?? '';
  const restarted = commands.replaceAll(
    /http:\/\/127\.0\.0\.1:\d+/g,
    await backendUrl(keepsMissing),
  );
  const { stdout } = await promisify(execFile)('bash', ['-c', restarted]);
  expect(stdout.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 404');
  const [alone = ''] = restarted.split('\n').slice(-1);
  const onlyLast = alone.replace(/http:\/\/127\.0\.0\.1:\d+/, await backendUrl(keepsMissing));
  expect((await promisify(execFile)('bash', ['-c', onlyLast])).stdout).toContain('200 OK');
});

test.each<[what: string, create: CreateMiddleware, args: string[], hint: string]>([
  [
    'a timeout names the option',
    on(isSubmission, () => setTimeout(300).then(() => empty(204))),
    ['--timeout', '0.2', '--phases', 'examples'],
    'longer than --timeout',
  ],
  [
    'a response without a successful sign-in names no accepted request',
    on(({ path }) => /jsp|currentUser/.test(path), empty(302, { Location: '/login' })),
    ['--only', 'getCurrentUser,signIn'],
    'Look at what checks the credentials',
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
