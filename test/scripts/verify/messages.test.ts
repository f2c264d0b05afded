import { expect, test } from 'vitest';
import { edit } from '../../../scripts/reference-backend/changes.ts';
import { problem as referenceProblem } from '../../../scripts/reference-backend/exchange.ts';
import { failedCases } from '../../support/verify/failedCases.ts';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import {
  problem,
  type TreesFault,
  treeIds,
  treeOf,
  verifyTrees,
} from '../../support/verify/verifyTrees.ts';

/** The failed checks of a server with a fault, for requests to /ping with any method. */
const failedAtPing = async (fault: TreesFault) =>
  failedChecks(await verifyTrees(fault, '--only', 'ping', '--phases', 'examples,protocol'));

test.each([
  ['Last-Modified', '2026-01-31T12:00:00Z'],
  ['Age', 'old'],
  ['X-RateLimit-Remaining', 'NaN'],
  ['RateLimit', 'undefined'],
])('the header %s must not be "%s"', async (name, value) => {
  const add: TreesFault = (usual) => ({ ...usual, headers: { ...usual.headers, [name]: value } });
  expect(await failedAtPing(add)).toEqual(['ping response_headers_conformance']);
});

test('dates in each form of HTTP, limits in words of drafts and "Expires: 0" conform', async () => {
  const headers = {
    Date: 'Sun, 06 Nov 1994 08:49:37 GMT',
    'Last-Modified': 'Sunday, 06-Nov-94 08:49:37 GMT',
    Expires: '0',
    Age: '0',
    'X-RateLimit-Limit': '100, 100;w=60',
    'X-RateLimit-Resource': 'core',
    'RateLimit-Policy': '"default";q=100;w=10',
  };
  expect(
    await failedAtPing((usual) => ({ ...usual, headers: { ...headers, ...usual.headers } })),
  ).toEqual([]);
});

test.each([
  ['a number as title', { title: 405 }],
  ['a status that is text', { status: '405' }],
  ['no object', []],
])('the problem details of an undeclared method with %s are a violation', async (_, body) => {
  const malformed: TreesFault = (usual) => (usual.status === 405 ? { ...usual, body } : usual);
  expect(await failedAtPing(malformed)).toEqual(['ping response_schema_conformance']);
});

test('two ids that were given must not have the same body', async () => {
  const [id, other] = treeIds;
  const args = ['--value', `id=${other}`, '--only', 'readTree', '--phases', 'repetition'];
  expect(failedChecks(await verifyTrees(undefined, ...args))).toEqual([]);
  const cached: TreesFault = (usual, { path }) =>
    path.endsWith(other) ? { ...usual, body: { ...Object(usual.body), id } } : usual;
  const report = await verifyTrees(cached, ...args);
  expect(failedChecks(report)).toEqual(['readTree response_consistency']);
});

test('a resource that was deleted must not be found', async () => {
  const [id] = treeIds;
  const keep: TreesFault = (usual, { method, path }) =>
    method === 'GET' && path.endsWith(id) ? { status: 200, body: treeOf(id) } : usual;
  const report = await verifyTrees(keep, '--only', 'readTree,deleteTree', '--phases', 'examples');
  expect(failedChecks(report)).toEqual(['readTree unknown_resource_rejection']);
});

test('an error must not repeat a long text or an address of the body', async () => {
  const repeating = (pattern: RegExp) =>
    failedCases(
      [edit([204, 400], (_, { text }) => referenceProblem(400, pattern.exec(text)?.[0]))],
      [
        '--only',
        'submitFeedback',
        '--phases',
        'values',
        '--skip-check',
        'positive_data_acceptance',
      ],
    );
  expect(await repeating(/\[contract-check\] a{82}/)).toEqual([]);
  const ofText = 'internal_details_disclosure: The body\'s "text"';
  expect(await repeating(/\[contract-check\] a{83}/)).toContainEqual(
    expect.stringContaining(ofText),
  );
  expect(await repeating(/a\+b@[\w.]+/)).toContainEqual(expect.stringContaining(ofText));
});

test('a rejected request must not spoil the next one on its connection', async () => {
  let isSpoiled = false;
  const failed = await failedCases(
    [
      () => async (request, next) => {
        if (request.headers.connection !== 'keep-alive') return next();
        const response = isSpoiled ? referenceProblem(400) : await next();
        isSpoiled = response.status === 415;
        return response;
      },
    ],
    ['--only', 'submitFeedback', '--phases', 'repetition'],
  );
  expect(failed).toContainEqual(
    expect.stringMatching(/^positive_data_acceptance: .* on the connection of .* Content-Type is/),
  );
});

test('a gateway that rejects every request is no violation, and --header lets all pass', async () => {
  const authorization = 'Basic dGVhbTpwdw==';
  const gateway: TreesFault = (usual, { headers }) =>
    headers.authorization === authorization
      ? usual
      : { status: 401, headers: { 'WWW-Authenticate': 'Basic' }, body: 'Sign in' };
  const args = ['--only', 'ping,listTrees', '--phases', 'examples,protocol'];
  const locked = await verifyTrees(gateway, ...args);
  expect(failedChecks(locked)).toEqual([]);
  expect(locked.untested.map(({ message }) => message)).toEqual([
    expect.stringContaining('Every response was 401, so nothing was tested.'),
  ]);
  const open = await verifyTrees(gateway, ...args, '--header', `Authorization: ${authorization}`);
  expect(failedChecks(open)).toEqual([]);
  expect(open.untested).toEqual([]);
});

test('a 403 is a violation where the contract declares only 401', async () => {
  const forbid: TreesFault = (usual) => (usual.status === 401 ? problem(403) : usual);
  const report = await verifyTrees(forbid, '--only', 'deleteTree', '--phases', 'protocol');
  expect(failedChecks(report)).toEqual(['deleteTree status_code_conformance']);
});

test('invalid data for a resource that the server does not have is not tested', async () => {
  const unknown: TreesFault = (usual, { method }) => (method === 'POST' ? problem(403) : usual);
  const report = await verifyTrees(unknown, '--only', 'createTree,ping', '--phases', 'coverage');
  const own = report.results.filter(({ testCase }) => testCase.operation.id === 'createTree');
  const statuses = own.map(({ status }) => status);
  expect(statuses.filter((status) => status === 'passed')).toEqual([]);
  expect(report.untested.map(({ operation }) => operation)).toEqual(['createTree']);
});
