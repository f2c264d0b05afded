import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problem } from '../../../scripts/reference-backend/exchange.ts';
import { checkNames } from '../../../scripts/verify/checks/checks.ts';
import { parseOptions } from '../../../scripts/verify/options.ts';
import { temporaryFile, temporaryFolder } from '../../support/mock/temporaryFiles.ts';
import { runScript } from '../../support/runScript.ts';
import {
  backendUrl,
  referenceContract,
  referenceContractFile,
  respond,
  runVerifier,
  runVerifyCommandHere,
} from '../../support/verify/runVerifier.ts';

test.each([
  [[], 'URL: expected a URL that starts with http:// or https://, got none'],
  [['not a URL'], 'URL: expected a URL that starts with http:// or https://, got "not a URL"'],
  [['http://a', '--skip-check', 'x'], '--skip-check: expected one of response_received, '],
  [['http://a', '--skip-check', checkNames.join()], '--skip-check: at least one check must remain'],
  [
    ['http://a', '--header', 'x'],
    `--header: expected 'Name: value' or 'OPERATION Name: value', got "x"`,
  ],
  [['http://a', '--header', 'X-A: ☃'], '--header: expected a value that HTTP allows, got "☃"'],
  [['http://a:b@c'], 'URL: expected no user and no query'],
  [['http://a', '--auth', 'x'], '--auth: expected SCHEME=VARIABLE, got "x"'],
  [['http://a', '--auth', 'key=KEY'], '--auth: the environment variable KEY is not set'],
  [['http://a', '--phases', 'x'], '--phases: expected one of examples, coverage, '],
  [['http://a', '--base-path', 'v1'], '--base-path: expected a path that starts with /, got "v1"'],
  [['http://a', '--value', 'x'], '--value: expected NAME=VALUE, got "x"'],
  [['http://a', '--rate', '0'], '--rate: expected a number greater than 0, got "0"'],
  [['http://a', '--rate'], '--rate: expected a value'],
  [['http://a', 'http://b'], '"http://b": unexpected argument'],
  [['http://a', '--dry-run=1'], '--dry-run: expected no value'],
])('the arguments %j are rejected with the option and the expected value', (args, message) => {
  expect(() => parseOptions(args, {})).toThrow(message);
});

test('durations of the options are in seconds, and the rate grows with the workers', () => {
  const given = '--max-time 2 --timeout 3 --max-response-time 4 --workers 5'.split(' ');
  expect(parseOptions(['http://a', ...given], {})).toMatchObject({
    maxTimeMs: 2000,
    timeoutMs: 3000,
    maxResponseTimeMs: 4000,
    requestsPerSecond: 100,
  });
  expect(parseOptions(['http://a'], {})).toMatchObject({
    maxTimeMs: Infinity,
    timeoutMs: 10_000,
    maxWrites: 1000,
    requestsPerSecond: 20,
    tag: '[contract-check]',
    allowWrites: false,
  });
});

test.each([
  [['--brief', 'no id'], '--brief and --value: no operation takes "no id" for "briefId"'],
  [['--value', 'breifId=a'], '--brief and --value: no operation takes "a" for "breifId"'],
])('the value %j, which no request would have, is rejected', async (args, message) => {
  const url = await backendUrl();
  await expect(runVerifier(referenceContract, url, args)).rejects.toThrow(message);
});

/** Runs the command in this process, against the contract of the reference backend by default. */
const runCommand = (...args: string[]) =>
  runVerifyCommandHere(['--contract', referenceContractFile, ...args]);

test('a run without violations exits with 0 and writes the reports', async () => {
  const folder = await temporaryFolder();
  const files = { junit: join(folder, 'verify.xml'), json: join(folder, 'verify.json') };
  const { exitCode } = await runCommand(
    await backendUrl(),
    '--rate',
    '1000',
    '--only',
    'getBrief',
    '--junit',
    files.junit,
    '--json',
    files.json,
  );
  expect(exitCode).toBe(0);
  expect(JSON.parse(await readFile(files.json, 'utf8'))).toMatchObject({ conforms: true });
  expect(await readFile(files.junit, 'utf8')).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
});

test('the last line of a first run says what was not tested, and which option tests it', async () => {
  const args = [await backendUrl(), '--rate', '1000', '--brief', 'daily-harvest'];
  const { stdout } = await runCommand(...args);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^No violations .* Not tested: submitFeedback, signIn, signOut \(--allow-writes\); getCurrentUser \(--allow-writes, VERIFY_USER and VERIFY_PASSWORD\)\.$/,
  );
});

test('a server that cannot be reached is reported in one sentence', async () => {
  const { exitCode, stderr } = await runCommand('http://127.0.0.1:1');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1: Could not connect/);
});

test('a contract that does not exist is reported in one sentence', async () => {
  const { exitCode, stderr } = await runCommand('http://127.0.0.1:1', '--contract', 'no-such.yaml');
  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    '--contract: expected a file that can be read, got "no-such.yaml" (ENOENT: no such file or directory).',
  );
});

test('a report that cannot be written ends the run before a request is sent', async () => {
  let requestCount = 0;
  const url = await backendUrl(() => (_request, next) => {
    requestCount += 1;
    return next();
  });
  const { exitCode, stderr } = await runCommand(url, '--junit', '/no-such-folder/verify.xml');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^Could not open a file: .*no-such-folder/);
  expect(requestCount).toBe(0);
});

const info = { title: 'Webhooks', version: '1' };
const created = { post: { responses: { 200: { description: 'Received.' } } } };
const withoutOperations = JSON.stringify({ openapi: '3.1.0', info, webhooks: { created } });
const allowed404 = 'unsupported_method,ignored_auth,negative_data_rejection';

test.each<[what: string, args: () => string[] | Promise<string[]>, message: string]>([
  [
    'no case is selected',
    () => ['--only', 'getCurrentUser', '--skip-check', 'unsupported_method,ignored_auth'],
    'Nothing was tested: 0 requests',
  ],
  [
    'every case is skipped',
    () => ['--only', 'submitFeedback'],
    '· submitFeedback  not tested with valid data: 3 requests',
  ],
  [
    'the contract has no operations',
    async () => ['--contract', await temporaryFile('webhooks.json', withoutOperations)],
    'The contract has no operations.',
  ],
  [
    'every response is 404',
    async () => [await backendUrl(respond(() => problem(404))), '--skip-check', allowed404],
    'Every response was 404, so nothing was tested. Check the URL.',
  ],
])('a run in which %s exits with 2', async (_, createArguments, message) => {
  const args = await createArguments();
  const url = args[0]?.startsWith('http') ? [] : [await backendUrl()];
  const { exitCode, stdout } = await runCommand(...url, ...args, '--rate', '1000');
  expect(exitCode).toBe(2);
  expect(stdout).toContain('Nothing was tested: ');
  expect(stdout).toContain(message);
});

test('a dry run sends nothing and lists every case', async () => {
  const { exitCode, stdout } = await runCommand(
    'http://127.0.0.1:1',
    '--dry-run',
    '--allow-writes',
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`The body's "text" has 501 characters.`);
  expect(stdout).toContain('links of signIn');
  expect(stdout).toMatch(/\n\d{3} requests, \d+ of them writes/);
});

test('Ctrl+C ends the run with a report of the results so far', async () => {
  const folder = await temporaryFolder();
  const json = join(folder, 'verify.json');
  let isInterrupted = false;
  const url = await backendUrl(() => (_request, next) => {
    if (!isInterrupted) verifier.interrupt();
    isInterrupted = true;
    return next();
  });
  const verifier = runScript('verify', {
    args: [url, '--contract', referenceContractFile, '--json', json],
  });
  expect(await verifier.exitCode()).toBe(2);
  expect(verifier.output.stdout).toMatch(/No violations of the contract so far \(interrupted\): /);
  const report = JSON.parse(await readFile(json, 'utf8'));
  expect(report).toMatchObject({ conforms: false, isInterrupted: true });
});
