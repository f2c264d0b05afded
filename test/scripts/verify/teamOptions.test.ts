import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../support/mock/temporaryFiles.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import { failedChecks, runVerifyCommandHere } from '../../support/verify/runVerifier.ts';
import { problem, verifyTrees } from '../../support/verify/verifyTrees.ts';

const done = 'responses: { "204": { description: Done. }, "429": { description: Too many. } }';
const contractText = `openapi: 3.1.0
info: { title: Team, version: 1.0.0 }
paths:
  /a/one: { get: { operationId: one, tags: [first], ${done} } }
  /a/two: { get: { operationId: two, ${done} } }
  /b: { delete: { operationId: three, tags: [first], ${done} } }
`;

/** Runs the command against a server that sends a status to each request, and returns what it received. */
async function verifyTeam(args: readonly string[], { status = 204, env = {}, url = '' } = {}) {
  const received: string[] = [];
  const server = await startHttpServer((req, res) => {
    received.push(`${req.method} ${req.url}`);
    res.writeHead(status).end();
  });
  const contract = await temporaryFile('team.yaml', contractText);
  const phases = ['--phases', 'examples', '--rate', '10000', '--allow-writes'];
  const all = [url || server.url, '--contract', contract, ...phases, ...args];
  return { ...(await runVerifyCommandHere(all, env)), received };
}

test.each([
  ['an operation', 'two', ['GET /a/two']],
  ['a method', 'DELETE', ['DELETE /b']],
  ['a tag', 'tag:first', ['GET /a/one', 'DELETE /b']],
  ['a path', '/a/*', ['GET /a/one', 'GET /a/two']],
])('--only selects by %s', async (_, selector, requests) => {
  expect((await verifyTeam(['--only', selector])).received).toEqual(requests);
});

test('--only that selects nothing is an error', async () => {
  const { exitCode, stderr } = await verifyTeam(['--only', 'tag:second']);
  expect([exitCode, stderr]).toEqual([
    2,
    '--only: expected one of one, two, three, got "tag:second". See --help.',
  ]);
});

test('the failures of a run are known to the next, until another one occurs', async () => {
  const file = join(await temporaryFolder(), 'known.json');
  expect((await verifyTeam(['--write-baseline', file], { status: 200 })).exitCode).toBe(1);
  const baseline = ['--baseline', file];
  const same = await verifyTeam(baseline, { status: 200 });
  expect(same.stdout).toContain('one: known failure of status_code_conformance (Known since ');
  expect(same.exitCode).not.toBe(1);
  const other = await verifyTeam([...baseline, '--phases', 'protocol'], { status: 200 });
  expect(other.exitCode).toBe(1);
  expect((await verifyTeam(baseline, { status: 201 })).exitCode).toBe(1);
  const { stdout, exitCode } = await verifyTeam(baseline);
  expect(stdout).toContain('one: the known failure of status_code_conformance did not occur.');
  expect(exitCode).toBe(0);
});

test('a known failure without a reason is an error', async () => {
  const file = await temporaryFile('known.json', '[{"operation":"one","check":"a","case":"b"}]');
  const { exitCode, stderr } = await verifyTeam(['--baseline', file]);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^--baseline: .*known\.json: (.|\n)*reason/);
});

test('--fail-on-inconclusive fails a run whose requests a limit rejected', async () => {
  const { headers, ...response } = problem(429);
  // Nobody waits for so long.
  const limited = { ...response, headers: { ...headers, 'Retry-After': '3600' } };
  const untested = await verifyTrees(
    (usual, _, count) => (count > 20 ? limited : usual),
    '--only',
    'readTree,listTrees',
    '--phases',
    'coverage',
  );
  expect(untested.untested[0]?.message).toMatch(/^\d+ of \d+ requests were rejected with 429/);
  expect((await verifyTeam([], { status: 404 })).exitCode).toBe(1);
  const strict = ['--fail-on-inconclusive'];
  expect((await verifyTeam(strict)).exitCode).toBe(0);
  const skipped = ['--only', 'one', '--skip-check', 'status_code_conformance'];
  expect((await verifyTeam([...strict, ...skipped], { status: 404 })).exitCode).toBe(2);
});

test('--fail-on-inconclusive fails a run for a construct that is not tested, and --dry-run names it', async () => {
  const query = '{ name: q, in: query, schema: { type: string, not: { const: a } } }';
  const limited = contractText.replace('tags: [first],', `parameters: [${query}],`);
  const args = ['--only', 'one', '--contract', await temporaryFile('limited.yaml', limited)];
  expect((await verifyTeam(args)).exitCode).toBe(0);
  const { exitCode, stdout } = await verifyTeam([...args, '--fail-on-inconclusive']);
  expect([exitCode, stdout]).toEqual([
    2,
    expect.stringMatching(/Warning: .*limited\.yaml:\d+ .*"not"/),
  ]);
  expect((await verifyTeam([...args, '--dry-run'])).stdout).toMatch(/Warning: .*"not"/);
});

test('--max-time ends a run with a report of the results so far', async () => {
  const args = '--max-time 0.2 --rate 1 --thorough --phases protocol'.split(' ');
  const { exitCode, stdout } = await verifyTeam(args);
  expect(exitCode).toBe(2);
  expect(stdout).toContain('--max-time is over');
});

test('failures are annotations in a workflow of GitHub', async () => {
  const { stdout } = await verifyTeam([], { status: 200, env: { GITHUB_ACTIONS: 'true' } });
  expect(stdout).toMatch(
    /^::error file=.*team\.yaml,line=\d+,title=one status_code_conformance::The status 200 is not declared\./m,
  );
});

test('workers send independent requests at the same time, and every case once', async () => {
  let inFlight = 0;
  let most = 0;
  const count = async (...args: string[]) => {
    const report = await verifyTrees(
      async (usual) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inFlight -= 1;
        return usual;
      },
      ...args,
    );
    expect(failedChecks(report)).toEqual([]);
    return report.results.map(({ testCase }) => testCase.description).sort();
  };
  const inTurn = await count('--phases', 'coverage,repetition');
  expect(most).toBeLessThan(8);
  expect(await count('--phases', 'coverage,repetition', '--workers', '12')).toEqual(inTurn);
  expect(most).toBeGreaterThanOrEqual(10);
});

test('a curl command has a variable instead of a secret, and works', async () => {
  const authorizations: (string | undefined)[] = [];
  const { url } = await startHttpServer((req, res) => {
    authorizations.push(req.headers.authorization);
    res.writeHead(200).end();
  });
  const { stdout } = await verifyTeam(['--only', 'one', '--header', "Authorization: Bearer it's"], {
    url,
  });
  const [, command = ''] = / repeat {4}(.*)/.exec(stdout) ?? [];
  expect(command).toContain(`'"$AUTHORIZATION"'`);
  authorizations.length = 0;
  const env = { ...process.env, AUTHORIZATION: "Bearer it's" };
  await promisify(execFile)('bash', ['-c', command], { env });
  expect(authorizations).toEqual(["Bearer it's"]);
});

test('a server with a private certificate, which asks for one, is verified', async () => {
  const generate =
    'req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout - -out -';
  // The output contains the key and the certificate.
  const { stdout: cert } = await promisify(execFile)('openssl', generate.split(' '));
  const key = cert;
  const certFile = await temporaryFile('certificate.pem', cert);
  const respond: RequestListener = (_, res) => void res.writeHead(204).end();
  const tls = { cert, key, ca: cert, requestCert: true };
  const server = createHttpsServer(tls, respond).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `https://localhost:${port}`;
  expect((await verifyTeam([], { url })).stderr).toContain('certificate is not trusted');
  expect((await verifyTeam(['--insecure'], { url })).exitCode).not.toBe(0);
  const own = ['--cert', certFile, '--key', await temporaryFile('key.pem', key)];
  expect((await verifyTeam(['--insecure', ...own], { url })).exitCode).toBe(0);
  expect((await verifyTeam(['--ca', certFile, ...own], { url })).exitCode).toBe(0);
  const { url: plain } = await startHttpServer(respond);
  const { stderr } = await verifyTeam([], { url: plain.replace('http', 'https') });
  expect(stderr).toContain('The server does not use TLS as expected');
});

test('the proxy of the environment is used if NODE_USE_ENV_PROXY is 1', async () => {
  const proxied: string[] = [];
  const proxy = await startHttpServer((req, res) => {
    proxied.push(String(req.url));
    res.writeHead(204).end();
  });
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('HTTP_PROXY', proxy.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  await verifyTeam(['--only', 'one'], { url: 'http://api.example.test' });
  expect(proxied).toEqual(['http://api.example.test/a/one']);
});
