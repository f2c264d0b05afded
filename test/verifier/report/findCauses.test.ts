import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findCauses } from '../../../verifier/report/findCauses.ts';
import { terminalReport } from '../../../verifier/report/terminalReport.ts';
import { edit, everyNth, on } from '../../support/verifier/reference-backend/changes.ts';
import {
  type BackendRequest,
  type CreateMiddleware,
  crashPage,
  empty,
  html,
  json,
  problem,
  withHeaders,
} from '../../support/verifier/reference-backend/exchange.ts';
import { startReferenceBackend } from '../../support/verifier/reference-backend/startReferenceBackend.ts';
import { type BackendState, knownProfile } from '../../support/verifier/reference-backend/state.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  runVerifier,
} from '../../support/verifier/runVerifier.ts';

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

const allOperations = referenceContract.operations.map(({ id }) => id).join();

test.each<[what: string, create: CreateMiddleware, only: string, ...texts: (string | RegExp)[]]>([
  [
    'a captcha that is not stubbed',
    on(isSubmission, problem(400)),
    'submitFeedback',
    /The base request fails; fix this first\. \d{3} cases depend on it and were not tested\./,
    'The value of "recaptchaResponse" is not real.',
  ],
  [
    'a handler that always fails',
    on(isSubmission, crashPage),
    'submitFeedback',
    'The server returned 500.',
    'The server log has the exception',
  ],
  [
    'a server that always fails',
    on(() => true, crashPage),
    allOperations,
    'also in   11 other cases: submitFeedback: The base request',
  ],
  [
    'a cache of ids that were not found',
    keepsMissing,
    'getBrief',
    'The server has changed since the start; fix this first.',
    'such as a cache of ids that were not found',
  ],
  [
    'requests at the same time that are confused',
    mixesUp,
    'getBrief',
    /repeat {4}curl .* &\n(.* &\n){5} +wait\n/,
    'Look for what they share',
  ],
  [
    'requests at the same time that crash with different values',
    crashesAtOnce,
    'getBrief',
    'Look for what they share',
    /also in {3}\d other cases: Number 3 of 6/,
  ],
  [
    'a request after which the next one is rejected',
    missesNext,
    'getBrief',
    'The same request got 200 when it was repeated.',
    'hint      Look for what the server keeps between requests',
  ],
  [
    'an operation that checks no credentials',
    edit(401, (response, { id }) => (id === 'currentUser' ? json(200, knownProfile) : response)),
    'signIn,signOut,getCurrentUser',
    'The server returned 200 without credentials.',
  ],
  [
    'an error handler that sends text',
    edit([400, 404, 405, 413, 415], (response) =>
      withHeaders(response, { 'Content-Type': 'text/plain' }),
    ),
    'getBrief,submitFeedback',
    'The body has the media type text/plain; expected application/problem+json.',
  ],
  [
    'a single-page app for every path',
    on(() => true, html(200, 'App')),
    allOperations,
    'The base request fails; fix this first.',
    'The response is a page. Check the path of the URL',
  ],
  [
    'a sign-out that redirects',
    on(({ path }) => path.endsWith('logout.jsp'), empty(302, { Location: '/' })),
    'signIn,signOut,getCurrentUser',
    'The status 302 is not declared.',
  ],
  [
    'the header of a compressed body on every response',
    () => async (_, next) => withHeaders(await next(), { 'Content-Encoding': 'br' }),
    'getBrief,submitFeedback',
    'Content-Encoding is br, but the body is not.',
  ],
  [
    'a redirect to a sign-in for every path',
    on(() => true, empty(302, { Location: 'https://sso.example.com/' })),
    allOperations,
    'received  302 with Location: https://sso.example.com/',
  ],
  [
    'a first request that fails',
    () => {
      let count = 0;
      return on((request) => isBrief(request) && ++count === 1, crashPage)({} as BackendState);
    },
    'getBrief',
    'The same request succeeded when it was repeated: the server is unsteady.',
  ],
  [
    'every second request that fails',
    everyNth(2, problem(401), ({ path }) => path.endsWith('currentUser')),
    'signIn,getCurrentUser',
    'response_consistency',
  ],
])('%s is one failure with its cause', async (_, create, only, ...texts) => {
  const url = await backendUrl(create);
  const args = [...allWritesArguments, '--only', only];
  const printed = terminalReport(
    await runVerifier(referenceContract, url, args, editorCredentials),
  );
  for (const text of texts) expect(printed).toMatch(text);
  expect(printed.match(/^\d+\. .*/gm)).toHaveLength(1);
});

test('a wrong password is one failure, with what depends on it', async () => {
  const env = { ...editorCredentials, VERIFY_PASSWORD: 'wrong horse' };
  const args = [...allWritesArguments, '--only', 'signIn,signOut,getCurrentUser'];
  const printed = terminalReport(
    await runVerifier(referenceContract, await backendUrl(), args, env),
  );
  expect(printed).toMatch(/The sign-in fails; fix this first\. \d\d cases depend/);
  expect(printed).toContain('Check VERIFY_USER and VERIFY_PASSWORD');
  expect(printed).toMatch(/Not tested: getCurrentUser \(the sign-in fails\)\.$/);
  expect(printed.match(/^\d+\. .*/gm)).toHaveLength(1);
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
  expect(printed).toMatch(/fails since this request, number 6\d of the run/);
});
