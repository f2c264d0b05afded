import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkNames } from '#verifier';
import { parseOptions } from '../../../scripts/verify/options.ts';
import { temporaryFile, temporaryFolder } from '../../support/mock/temporaryFiles.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import { problem } from '../../support/verifier/reference-backend/exchange.ts';
import {
  backendUrl,
  referenceContractFile,
  respond,
  runVerifyCommandHere,
} from '../../support/verifier/runVerifier.ts';

test.each([
  ['URL: expected no user and no query', ['http://a:b@c']],
  ['URL: expected a URL that starts with http:// or https://, got none', []],
  ['--skip-check: expected one of response_received, ', ['--skip-check', 'x']],
  ['--skip-check: at least one check must remain', ['--skip-check', checkNames.join()]],
  [`--header: expected 'Name: value', got "x"`, ['--header', 'x']],
  ['--value: expected NAME=VALUE, got "x"', ['--value', 'x']],
  ['--rate: expected a number greater than 0, got "0"', ['--rate', '0']],
])('arguments are rejected with "%s"', (message, args) => {
  const url = args[0]?.startsWith('--') ? ['http://a'] : [];
  expect(() => parseOptions([...url, ...args], {})).toThrow(message);
});

test('an option that npm has taken is named', () => {
  expect(() => parseOptions(['http://a'], { npm_config_brief: 'daily-harvest' })).toThrow(
    /^--brief: npm has taken this option, .* write npm run verify "--" URL --brief ID/,
  );
});

test('a user without a password is rejected', () => {
  expect(() => parseOptions(['http://a'], { VERIFY_USER: 'a' })).toThrow('VERIFY_PASSWORD is not');
});

test('durations of the options are in seconds', () => {
  const given = '--timeout 3 --max-response-time 4'.split(' ');
  expect(parseOptions(['http://a', ...given], {})).toMatchObject({
    timeoutMs: 3000,
    maxResponseTimeMs: 4000,
  });
});

/** Runs the command in this process, against the contract of the reference backend by default. */
const runCommand = (...args: string[]) =>
  runVerifyCommandHere(['--contract', referenceContractFile, '--rate', '1000', ...args]);

const info = { title: 'Webhooks', version: '1' };
const created = { post: { responses: { 200: { description: 'Received.' } } } };
const withoutOperations = JSON.stringify({ openapi: '3.1.0', info, webhooks: { created } });

test.each<[what: string, createArgs: () => Promise<string[]>, message: string | RegExp]>([
  [
    'a value that no request would have',
    async () => [await backendUrl(), '--brief', 'no id'],
    '--brief and --value: no operation takes "no id" for "briefId"',
  ],
  [
    'an unknown operation',
    async () => [await backendUrl(), '--only', 'getBriefs'],
    /^--only: expected one of getBrief, .*, got "getBriefs"/,
  ],
  [
    'a server that cannot be reached',
    async () => ['http://127.0.0.1:1'],
    /^http:\/\/127\.0\.0\.1:1: Could not connect/,
  ],
  [
    'a server that does not use TLS',
    async () => [(await backendUrl()).replace('http', 'https')],
    'The server does not use TLS as expected',
  ],
  [
    'a baseline without reasons',
    async () => [
      await backendUrl(),
      '--baseline',
      await temporaryFile('known.json', '[{"operation":"a","check":"b"}]'),
    ],
    /^--baseline: .*known\.json: (.|\n)*reason/,
  ],
  [
    'a baseline with a reason that is left empty',
    async () => [
      await backendUrl(),
      '--baseline',
      await temporaryFile(
        'known.json',
        '[{"operation":"a","check":"b","message":"c","reason":""}]',
      ),
    ],
    /^--baseline: .*known\.json: (.|\n)*reason/,
  ],
  [
    'a baseline that cannot be written',
    // A request would fail with another error.
    async () => ['http://127.0.0.1:1', '--write-baseline', '/no-such-folder/known.json'],
    /^Could not open a file: .*no-such-folder/,
  ],
  [
    'nothing but skipped cases',
    async () => [await backendUrl(), '--only', 'submitFeedback'],
    'Warning: No valid request was sent, so nothing was tested. Set --allow-writes.',
  ],
  [
    'a contract without operations',
    async () => [
      await backendUrl(),
      '--contract',
      await temporaryFile('webhooks.json', withoutOperations),
    ],
    'The contract has no operations.',
  ],
  [
    'nothing but 404',
    async () => [await backendUrl(respond(() => problem(404))), '--brief', 'daily-harvest'],
    /^.* against .*\n\nWarning: Every response was 404, so nothing was tested\. Check the URL\./,
  ],
  [
    'nothing but 404, and 400 for what is malformed',
    async () => {
      const change = respond((_, { path }) => problem(/%(00|0a|2f|zz|ff)/i.test(path) ? 400 : 404));
      return [await backendUrl(change)];
    },
    /^.* against .*\n\nWarning: Every response was 400 or 404, so nothing was tested\. Check the/,
  ],
])('a run with %s exits with 2 and says so', async (_, createArgs, message) => {
  const { exitCode, stdout, stderr } = await runCommand(...(await createArgs()));
  expect(exitCode).toBe(2);
  expect(stderr || stdout).toMatch(message);
});

test('a run without failures exits with 0 and names what was not tested', async () => {
  const args = [await backendUrl(), '--brief', 'daily-harvest'];
  const { exitCode, stdout } = await runCommand(...args);
  expect(exitCode).toBe(0);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^No failures: .* Not tested: submitFeedback, signIn, signOut \(--allow-writes\); getCurrentUser \(VERIFY_USER, VERIFY_PASSWORD\); requests as the host forwards them \(--public-url\)\.$/,
  );
});

test('credentials without permission to write leave what needs a session untested, with 0', async () => {
  const args = [await backendUrl(), '--contract', referenceContractFile, '--rate', '1000'];
  const env = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };
  const { exitCode, stdout } = await runVerifyCommandHere(
    [...args, '--brief', 'daily-harvest'],
    env,
  );
  expect(stdout).toContain('signOut, getCurrentUser (--allow-writes);');
  expect(exitCode).toBe(0);
});

test('a dry run sends nothing and lists every case', async () => {
  const { exitCode, stdout } = await runCommand(
    'http://127.0.0.1:1',
    '--dry-run',
    '--allow-writes',
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain('text has 501 characters');
  expect(stdout).toMatch(/\n\d{3} requests, \d+ of them writes/);
});

test('a dry run shows headers, bodies and the two wrong passwords of the user, but no secret', async () => {
  const args = ['--contract', referenceContractFile, '--dry-run', '--allow-writes'];
  const env = { VERIFY_USER: 'editor', VERIFY_PASSWORD: 'correct horse' };
  const { stdout } = await runVerifyCommandHere(['http://127.0.0.1:1', ...args], env);
  expect(stdout).toContain('\n        Content-Type: application/json\n        {"briefId":');
  expect(stdout).toContain('"text":"[contract-check] I read you every morning."');
  const wrong = stdout.split('wrong password of VERIFY_USER, last:').slice(1);
  expect(wrong.map((it) => /username=editor&password=(.*)/.exec(it)?.[1])).toEqual([
    `\${VERIFY_PASSWORD_URL~~}`,
    '',
  ]);
  expect(stdout).not.toMatch(/CORRECT/);
  const none = await runVerifyCommandHere(
    ['http://127.0.0.1:1', ...args, '--no-wrong-passwords'],
    env,
  );
  expect(none.stdout).not.toContain('wrong password of VERIFY_USER');
});

const query = '{ name: q, in: query, schema: { type: string, not: { const: a } } }';
const done = 'responses: { "204": { description: Done. } }';
const contractText = `openapi: 3.1.0
info: { title: Team, version: 1.0.0 }
paths:
  /a/one: { get: { operationId: one, ${done} } }
  /a/two: { get: { operationId: two, ${done} } }
  /limited: { get: { operationId: limited, parameters: [${query}], ${done} } }
components: { securitySchemes: { session: { type: apiKey, in: cookie, name: S } } }
`;

/** Runs the command for two operations of a server that sends a status to each request. */
async function verifyTeam(args: readonly string[], { status = 204, url = '' } = {}) {
  const server = await startHttpServer((_, res) =>
    res.writeHead(status, { 'Retry-After': '0' }).end(),
  );
  const contract = await temporaryFile('team.yaml', contractText);
  const only = args.includes('--only') ? [] : ['--only', 'one,two'];
  return runVerifyCommandHere([
    url || server.url,
    ...['--contract', contract, '--rate', '10000', ...only, ...args],
    ...['--skip-check', 'unsupported_method'],
  ]);
}

test('the failures of a run are known to the next, until another one occurs', async () => {
  const file = join(await temporaryFolder(), 'known.json');
  expect((await verifyTeam(['--write-baseline', file], { status: 200 })).exitCode).toBe(1);
  const baseline = ['--baseline', file];
  const same = await verifyTeam(baseline, { status: 200 });
  expect(same.stdout).toContain('one: known failure of status_code_conformance (Known since ');
  expect(same.exitCode).not.toBe(1);
  expect((await verifyTeam(baseline, { status: 201 })).exitCode).toBe(1);
  const { stdout, exitCode } = await verifyTeam(baseline);
  expect(stdout).toContain('one: the known failure of status_code_conformance did not occur.');
  expect(exitCode).toBe(0);
});

test('the path of the URL replaces that of the contract, and the proxy of the environment is used', async () => {
  const proxied: string[] = [];
  const proxy = await startHttpServer((req, res) => {
    proxied.push(String(req.url));
    res.writeHead(204).end();
  });
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('HTTP_PROXY', proxy.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  await verifyTeam(['--only', 'one'], { url: 'http://api.example.test/v2/' });
  expect(new Set(proxied.map((url) => url.split('?')[0]))).toEqual(
    new Set(['http://api.example.test/v2/a/one']),
  );
});

test('a proxy of the environment that does not respond is named', async () => {
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { stderr, exitCode } = await runCommand('http://api.example.test');
  expect(stderr).toContain('Check the URL, the proxy of the environment, and that the backend');
  expect(exitCode).toBe(2);
});

test('a sign-in that no user of the run passes names the variables, not a header', async () => {
  const args = [await backendUrl(), '--allow-writes', '--brief', 'daily-harvest'];
  const { stdout } = await runCommand(...args);
  expect(stdout).toMatch(/Not tested: signIn, getCurrentUser \(VERIFY_USER, VERIFY_PASSWORD\);/);
});
