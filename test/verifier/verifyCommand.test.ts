import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkNames } from '#verifier';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { parseOptions } from '../../scripts/verify/parseOptions.ts';
import { runScript } from '../runScript.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { temporaryFile, temporaryFolder } from '../temporaryFiles.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { respond } from './fixtures/reference-backend/changes.ts';
import { problem } from './fixtures/reference-backend/exchange.ts';
import {
  backendUrl,
  editorCredentials,
  referenceContractFile,
  runVerifyCommandHere,
} from './fixtures/runVerifier.ts';

const url = 'http://a';

test.each<{ args: string[]; env?: Record<string, string>; error: string | RegExp }>([
  { args: ['http://a:b@c'], error: 'URL: expected no user and no query' },
  { args: [], error: 'URL: expected a URL that starts with http:// or https://, got none' },
  { args: [url, '--skip-check', 'x'], error: '--skip-check: expected one of response_received, ' },
  {
    args: [url, '--skip-check', checkNames.join()],
    error: '--skip-check: at least one check must remain',
  },
  { args: [url, '--header', 'x'], error: `--header: expected 'Name: value', got "x"` },
  { args: [url, '--value', 'x'], error: '--value: expected NAME=VALUE, got "x"' },
  { args: [url, '--rate', '0'], error: '--rate: expected a number greater than 0, got "0"' },
  { args: [url], env: { VERIFY_USER: 'a' }, error: 'VERIFY_PASSWORD is not set' },
  {
    args: [url],
    env: { npm_config_brief: 'daily-harvest' },
    error: /^--brief: npm has taken this option, .* write npm run verify "--" URL --brief ID/,
  },
])('arguments are rejected with "$error"', ({ args, env = {}, error }) => {
  expect(() => parseOptions(args, env)).toThrow(error);
});

test('--timeout is in seconds', () => {
  expect(parseOptions([url, '--timeout', '3'], {})?.timeoutMs).toBe(3000);
});

const nowhere = 'http://127.0.0.1:1';

/** Runs the command in this process, against the contract of the reference backend by default. */
const runCommand = (args: readonly string[], env: Record<string, string> = {}) =>
  runVerifyCommandHere(['--contract', referenceContractFile, '--rate', '1000', ...args], env);

/** The arguments for a file with a text. */
const withFile = async (option: string, text: string) => [
  option,
  await temporaryFile('file.json', text),
];

const withoutOperations = { openapi: '3.1.0', info: { title: 'A', version: '1' } };
const isMalformed = ({ path }: { path: string }) => /%(00|0a|2f|zz|ff)/i.test(path);

test.each<{ run: string; createArgs: () => Promise<string[]>; prints: string | RegExp }>([
  {
    run: 'with a value that no request would have',
    createArgs: async () => [nowhere, '--brief', 'no id'],
    prints: '--brief and --value: no operation takes "no id" for "briefId"',
  },
  {
    run: 'with a value for a name that the contract does not have',
    createArgs: async () => [nowhere, '--value', 'foo=1'],
    prints: '--brief and --value: no operation has a parameter or a property "foo"',
  },
  {
    run: 'of an unknown operation',
    createArgs: async () => [nowhere, '--only', 'getBriefs'],
    prints: /^--only: expected one of getBrief, .*, got "getBriefs"/,
  },
  {
    run: 'against a server that cannot be reached',
    createArgs: async () => [nowhere],
    prints: /^http:\/\/127\.0\.0\.1:1: Could not connect .* Check the URL, a proxy, and that/,
  },
  {
    run: 'against a server that does not use TLS',
    createArgs: async () => [(await backendUrl()).replace('http', 'https')],
    prints: 'The server does not use TLS as expected',
  },
  {
    run: 'against a server with a certificate that is not trusted',
    createArgs: startPrivateServer,
    prints: /certificate is not trusted .*Set NODE_EXTRA_CA_CERTS to/,
  },
  {
    run: 'with a baseline without a reason, or with an empty one',
    createArgs: async () => [
      nowhere,
      ...(await withFile(
        '--baseline',
        '[{"operation":"a","check":"b","message":"c"},{"operation":"a","check":"b","message":"c","reason":""}]',
      )),
    ],
    prints: /^--baseline: .*file\.json: (.|\n)*\[0\]\.reason(.|\n)*\[1\]\.reason/,
  },
  {
    run: 'with a baseline that cannot be written',
    // A request would fail with another error.
    createArgs: async () => [nowhere, '--write-baseline', '/no-such-folder/known.json'],
    prints: /^Could not open a file: .*no-such-folder/,
  },
  {
    run: 'of a contract that cannot be used',
    createArgs: async () => [
      nowhere,
      ...(await withFile('--contract', '{ "openapi": "3.1.0",\n"paths": { "a": {} } }')),
    ],
    prints: /^\S+file\.json:2 "a" is not supported here; expected a path that begins with "\/"/,
  },
  {
    run: 'of a contract without operations',
    createArgs: async () => [
      nowhere,
      ...(await withFile('--contract', JSON.stringify(withoutOperations))),
    ],
    prints: 'Warning: No valid request was sent, so nothing was tested.',
  },
  {
    run: 'of nothing but skipped cases',
    createArgs: async () => [await backendUrl(), '--only', 'submitFeedback'],
    prints: 'Warning: No valid request was sent, so nothing was tested. Set --allow-writes.',
  },
  {
    run: 'of nothing but 404, and 400 for what is malformed',
    createArgs: async () => [
      await backendUrl(respond((_, request) => problem(isMalformed(request) ? 400 : 404))),
    ],
    prints: /\n\nWarning: Every response was 400 or 404, so nothing was tested\. Check the URL, /,
  },
])('a run $run exits with 2 and says so', async ({ createArgs, prints }) => {
  const { exitCode, stdout, stderr } = await runCommand(await createArgs());
  expect(stderr || stdout).toMatch(prints);
  expect(exitCode).toBe(2);
});

test.each<{ options: string; args: string[]; env?: Record<string, string>; names: string }>([
  {
    options: 'permission to write',
    args: [],
    names:
      'submitFeedback, signIn, signOut (--allow-writes); getCurrentUser (VERIFY_USER, VERIFY_PASSWORD); requests as the host forwards them (--public-url).',
  },
  {
    options: 'permission to write, but with a user',
    args: ['--public-url', 'https://feedback.example.com'],
    env: editorCredentials,
    names: 'submitFeedback, signIn, signOut, getCurrentUser (--allow-writes).',
  },
  {
    options: 'a user',
    args: ['--allow-writes', '--only', 'signIn,getCurrentUser'],
    names:
      'signIn, getCurrentUser (VERIFY_USER, VERIFY_PASSWORD); requests as the host forwards them (--public-url).',
  },
])('the last line names what is not tested without $options', async ({ args, env, names }) => {
  const known = [await backendUrl(), '--brief', 'daily-harvest'];
  const { exitCode, stdout } = await runCommand([...known, ...args], env);
  const [, untested] = /Not tested: (.*)\n$/.exec(stdout) ?? [];
  expect(untested).toBe(names);
  expect(stdout).toContain('No failures: ');
  expect(exitCode).toBe(args.includes('--only') ? 3 : 0);
});

const done = 'responses: { "204": { description: Done. } }';
const contractText = `openapi: 3.1.0
info: { title: Team, version: 1.0.0 }
paths:
  /a/one: { get: { operationId: one, ${done} } }
  /a/two: { get: { operationId: two, ${done} } }
`;

const createTeamOptions = async () => [
  ...['--contract', await temporaryFile('team.yaml', contractText)],
  ...['--skip-check', 'unsupported_method'],
];

/** Runs the command for a server that sends a status to each request. */
async function verifyTeam(args: readonly string[], { status = 204, target = '' } = {}) {
  const server = await startHttpServer((_, res) => res.writeHead(status).end());
  return runCommand([target || server.url, ...(await createTeamOptions()), ...args]);
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
  const proxied = new Set<string | undefined>();
  const proxy = await startHttpServer((req, res) => {
    proxied.add(req.url?.split('?')[0]);
    res.writeHead(204).end();
  });
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('HTTP_PROXY', proxy.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  await verifyTeam(['--only', 'one'], { target: 'http://api.example.test/v2/' });
  expect([...proxied]).toEqual(['http://api.example.test/v2/a/one']);
});

const certificateFile = resolve('test/verifier/fixtures/localhost.pem');

/** Starts a server with a certificate that nobody trusts. Returns the arguments to verify it. */
async function startPrivateServer(): Promise<string[]> {
  const pem = readFileSync(certificateFile);
  const server = createServer({ cert: pem, key: pem }, (_, res) => res.writeHead(204).end());
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  return [url.replace('http:', 'https:'), '--rate', '1000', ...(await createTeamOptions())];
}

test(
  'a server with a private certificate is tested if NODE_EXTRA_CA_CERTS has it',
  async () => {
    const args = await startPrivateServer();
    const { exitCode, output } = runScript('verify', {
      args,
      env: { NODE_EXTRA_CA_CERTS: certificateFile },
    });
    expect({ exitCode: await exitCode(), stderr: output.stderr }).toEqual({
      exitCode: 0,
      stderr: '',
    });
    expect(output.stdout).toMatch(/✓ one {2}\d+ requests/);
  },
  longTestTimeoutMs,
);
