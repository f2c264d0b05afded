import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../mock-api/contract/loadContract.ts';
import { type Flaw, startBackend } from '../../scripts/bench/seeded/rightBackend.ts';
import { junitReport } from '../../scripts/verify/junitReport.ts';
import { readOptions } from '../../scripts/verify/readOptions.ts';
import { terminalReport } from '../../scripts/verify/terminalReport.ts';
import { answeringServer } from '../support/answeringServer.ts';
import { temporaryFolder } from '../support/mockFiles.ts';
import { mockServer } from '../support/mockServer.ts';
import { scriptTest } from '../support/scriptTest.ts';
import { EDITOR, EVERYTHING, found, verifyAt } from '../support/verifyRun.ts';

const contract = await loadContract('openapi.yaml');

async function backend(flaw?: Flaw): Promise<string> {
  const started = await startBackend(flaw);
  onTestFinished(started.close);
  return started.url;
}

/** A backend that knows nothing, and what it was sent. */
async function listeningBackend() {
  const seen: { method: string; url: string; body: string; agent: string }[] = [];
  const url = await answeringServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += chunk));
    req.on('end', () => {
      const { method = '', url: target = '', headers } = req;
      seen.push({ method, url: target, body, agent: headers['user-agent'] ?? '' });
      res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"No."}');
    });
  });
  return { url, seen };
}

test('the mock honours the contract, and everything is proven', async () => {
  const { url, journal } = await mockServer();
  const report = await verifyAt(contract, url, EVERYTHING, EDITOR);
  expect(found(report)).toEqual([]);
  expect(report.warnings).toEqual([]);
  expect(report.leftOut).toEqual([]);
  expect(journal.list().length).toBeGreaterThan(140);
});

describe('on a shared system', () => {
  test('nothing that may change something is sent unless it is allowed', async () => {
    const { url, seen } = await listeningBackend();
    const report = await verifyAt(contract, url, [], EDITOR);
    expect(new Set(seen.map(({ method }) => method))).toEqual(
      new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']),
    );
    expect(seen.filter(({ method, url: path }) => method === 'GET' && /logout/.test(path))).toEqual(
      [],
    );
    expect(report.leftOut.length).toBeGreaterThan(100);
    expect(terminalReport(report)).toContain(
      'of submitFeedback: it may change something, and --allow-writes is not given',
    );
  });

  test('no more than --max-writes of it is sent, and the rest is named', async () => {
    const { url, seen } = await listeningBackend();
    const report = await verifyAt(contract, url, ['--allow-writes', '--max-writes', '7']);
    const writes = seen.filter(
      ({ method, url: path }) =>
        !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method) ||
        (method === 'GET' && path.endsWith('logout.jsp')),
    );
    expect(writes).toHaveLength(7);
    const named = report.leftOut.filter(({ reason }) => reason === '--max-writes 7 is used up');
    expect(named.length).toBeGreaterThan(100);
  });

  test('every submission can be recognised by its text, and every request by its sender', async () => {
    const { url, seen } = await listeningBackend();
    await verifyAt(contract, url, ['--allow-writes', '--max-writes', '999', '--tag', '[us]']);
    const messages = seen.filter(({ body }) => body.startsWith('{') && body.endsWith('}'));
    expect(messages.length).toBeGreaterThan(60);
    expect(messages.filter(({ body }) => !body.includes('[us]'))).toEqual([]);
    expect(new Set(seen.map(({ agent }) => agent))).toEqual(new Set(['contract-check']));
  });

  test('the given password is sent in one request only', async () => {
    const { url, seen } = await listeningBackend();
    await verifyAt(contract, url, EVERYTHING, EDITOR);
    const uses = seen.filter(({ body }) => /username=editor&password=correct/.test(body));
    expect(uses).toHaveLength(1);
  });

  test('the rate is kept', async () => {
    const { url, seen } = await listeningBackend();
    const start = performance.now();
    await verifyAt(contract, url, ['--only', 'getBrief', '--rate', '50']);
    expect(seen.length).toBeGreaterThanOrEqual(8);
    expect(performance.now() - start).toBeGreaterThan((seen.length - 1) * 20 - 5);
  });
});

describe('a fault is told with', () => {
  const flaw: Flaw = {
    after: (answered, { path }) =>
      path.endsWith('currentUser') && answered.status === 200
        ? { ...answered, body: '{"userId":"editor"}' }
        : answered,
  };

  test('operation, rule, line, what was varied, expected, received, a curl and a hint', async () => {
    const rules = { isText: (value: unknown) => typeof value === 'string' && value.length > 0 };
    const url = await backend({ rules });
    const text = terminalReport(await verifyAt(contract, url, EVERYTHING));
    const line = (await readFile('openapi.yaml', 'utf8'))
      .split('\n')
      .indexOf('          maxLength: 500');
    expect(text).toContain(`1. submitFeedback: bad-data   openapi.yaml:${line + 1}`);
    expect(text).toContain('Bad data was answered with 200.');
    expect(text).toContain(`varied    The body's "text" has 501 characters.`);
    expect(text).toContain('expected  a refusal (400, 401, 404, 413, 415), for maxLength: 500');
    expect(text).toContain('received  200 application/json {"accepted":true}');
    expect(text).toMatch(
      /try {7}curl -i -X POST .*--data-binary '\{.*\}' 'http:\/\/127.*form-submit'/,
    );
    expect(text).toMatch(/hint {6}The server is laxer than the contract/);
  });

  test('no secret in it', async () => {
    const report = await verifyAt(contract, await backend(flaw), EVERYTHING, EDITOR);
    expect(found(report)).toEqual(['getCurrentUser body']);
    const curls = report.results.map(({ curl }) => curl).join('\n');
    expect(curls).not.toMatch(/correct[+ ]horse(?!')/);
    expect(curls).toContain('password=•••');
  });

  test('a place in JUnit, where left out cases are skipped ones', async () => {
    const report = await verifyAt(contract, await backend(flaw), ['--brief', 'daily-harvest']);
    const xml = junitReport(report);
    const [, tests, failures, skipped] =
      /<testsuites [^>]*tests="(\d+)" failures="(\d+)" skipped="(\d+)"/.exec(xml) ?? [];
    expect(Number(tests)).toBe(report.results.length + report.leftOut.length);
    expect(Number(failures)).toBe(0);
    expect(xml.split('<skipped ').length - 1).toBe(Number(skipped));
  });
});

test('a check can be skipped by name', async () => {
  const oldServer: Flaw = {
    after: (answered) => (answered.status === 405 ? { ...answered, status: 404 } : answered),
  };
  const report = await verifyAt(contract, await backend(oldServer), [
    ...EVERYTHING,
    ...['--skip-check', 'method'],
  ]);
  expect(found(report)).toEqual([]);
  expect(report.leftOut.some(({ reason }) => reason === '--skip-check method')).toBe(true);
});

test('a server that answers 404 to everything is warned of, because nothing is proven', async () => {
  const { url } = await listeningBackend();
  const report = await verifyAt(contract, url, [
    '--skip-check',
    'method,credentials,bad-data,status',
  ]);
  expect(report.warnings).toEqual([
    'Every answer was 404: nothing is proven. Is this the right address?',
  ]);
});

test('a server that dies in the middle is a fault, and the rest is left out', async () => {
  const { url } = await backendThatDies();
  const report = await verifyAt(contract, url, EVERYTHING);
  expect(found(report)).toContain('submitFeedback answer');
  expect(report.leftOut.some(({ reason }) => /no more connections/.test(reason))).toBe(true);
});

async function backendThatDies() {
  const started = await startBackend({
    after: (answered, { body }) => {
      if (String(body) !== 'null') return answered;
      void started.close();
      return 'close';
    },
  });
  return started;
}

test.each([
  [[], 'Give one URL.'],
  [['not an address'], '"not an address" is no address'],
  [['ftp://a'], '"ftp://a" is no address'],
  [['http://a', '--skip-check', 'x'], 'There is no check "x". There are answer,'],
  [['http://a', '--header', 'x'], '"x" is not of the form --header'],
  [['http://a', '--rate', '0'], '--rate takes a positive number, not "0".'],
  [['http://a', '--password', 'x'], 'set VERIFY_PASSWORD instead'],
  [['http://a', '--user', 'x'], 'VERIFY_USER and VERIFY_PASSWORD belong together'],
  [['http://a', '--no-such'], "Unknown option '--no-such'"],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readOptions(args, {})).toThrow(sentence);
});

scriptTest('the command exits with 0, 1 and 2', async ({ run }) => {
  const right = await backend();
  const wrong = await backend({ rules: { isId: () => true, briefs: { 'daily-harvest': {} } } });
  const folder = await temporaryFolder();
  const files = { junit: join(folder, 'verify.xml'), json: join(folder, 'verify.json') };
  const verifyScript = (...args: string[]) => run('scripts/verify.ts', {}, args);

  const runs = [
    verifyScript(right, '--rate', '1000', '--junit', files.junit, '--json', files.json),
    verifyScript(wrong, '--rate', '1000'),
    verifyScript('http://127.0.0.1:1'),
    verifyScript(right, '--contract', 'no-such-file.yaml'),
  ];
  const codes = await Promise.all(runs.map((each) => each.exitCode()));
  expect(codes).toEqual([0, 1, 2, 2]);
  expect(runs[2]?.output.stderr).toMatch(/^The backend cannot be reached\. No connection/);
  expect(runs[3]?.output.stderr).toBe('no-such-file.yaml:1 The file cannot be read.\n');
  expect(JSON.parse(await readFile(files.json, 'utf8'))).toMatchObject({ conforms: true });
  expect(await readFile(files.junit, 'utf8')).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
});

scriptTest('a dry run sends nothing and names every case', async ({ run }) => {
  const plan = run('scripts/verify.ts', {}, ['http://127.0.0.1:1', '--dry-run', '--allow-writes']);
  expect(await plan.exitCode()).toBe(0);
  expect(plan.output.stdout).toContain(`The body's "text" has 501 characters.`);
  expect(plan.output.stdout).toContain('chain signIn');
  expect(plan.output.stdout).toMatch(/\n146 requests, \d+ of them may change something/);
});
