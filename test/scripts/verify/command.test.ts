import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import { errorResponse } from '../../../scripts/faulty-backend/httpMessages.ts';
import { parseOptions } from '../../../scripts/verify/options.ts';
import { checkNames, deprecatedCheckNames } from '../../../scripts/verify/plan/checks.ts';
import { commandTest } from '../../support/commandTest.ts';
import { temporaryFolder } from '../../support/mock/temporaryFiles.ts';
import { backendUrl, runVerifier } from '../../support/verify/runVerifier.ts';

test.each([
  [[], 'URL: expected a URL that starts with http:// or https://, got none'],
  [['not a URL'], 'URL: expected a URL that starts with http:// or https://, got "not a URL"'],
  [['ftp://a'], 'URL: expected a URL that starts with http:// or https://, got "ftp://a"'],
  [['http://a', '--skip-check', 'x'], '--skip-check: expected one of response_received, '],
  [['http://a', '--skip-check', checkNames.join()], '--skip-check: at least one check must remain'],
  [
    ['http://a', '--header', 'x'],
    `--header: expected 'Name: value' or 'OPERATION Name: value', got "x"`,
  ],
  [['http://a', '--header', 'X-A: ☃'], '--header: expected a value that HTTP allows, got "☃"'],
  [['http://a:b@c'], 'URL: expected no user and no query'],
  [['http://a/?b=c'], 'URL: expected no user and no query'],
  [['http://a', '--cookie', 'x'], "--cookie: expected 'name=value' or 'OPERATION name=value'"],
  [['http://a', '--auth', 'x'], '--auth: expected SCHEME=VARIABLE, got "x"'],
  [['http://a', '--auth', 'key=KEY'], '--auth: the environment variable KEY is not set'],
  [['http://a', '--phases', 'x'], '--phases: expected some of examples, coverage, '],
  [['http://a', '--base-path', 'v1'], '--base-path: expected a path that starts with /, got "v1"'],
  [['http://a', '--value', 'x'], '--value: expected NAME=VALUE, got "x"'],
  [['http://a', '--rate', '0'], '--rate: expected a number greater than 0, got "0"'],
  [['http://a', '--password', 'x'], 'set VERIFY_PASSWORD instead'],
  [
    ['http://a', '--user', 'x'],
    'VERIFY_USER and VERIFY_PASSWORD: expected both, VERIFY_PASSWORD is not set',
  ],
  [['http://a', '--no-such'], '--no-such: unknown option'],
  [['http://a', '--rate'], '--rate: expected a value'],
  [['http://a', 'http://b'], '"http://b": unexpected argument'],
  [['http://a', '--dry-run=1'], '--dry-run: expected no value'],
])('the arguments %j are rejected with the option and the expected value', (args, message) => {
  expect(() => parseOptions(args, {})).toThrow(message);
});

test.each([...deprecatedCheckNames])(
  '--skip-check %s still works and means %s',
  (oldName, name) => {
    expect(parseOptions(['http://a', '--skip-check', oldName], {})?.skipChecks).toEqual(
      new Set([name]),
    );
  },
);

test.each([
  [['--brief', 'no id'], '--brief and --value: no operation takes "no id" for "briefId"'],
  [['--value', 'breifId=a'], '--brief and --value: no operation takes "a" for "breifId"'],
])('the value %j, which no request would have, is rejected', async (args, message) => {
  const url = await backendUrl();
  await expect(runVerifier(await loadContract('openapi.yaml'), url, args)).rejects.toThrow(message);
});

test('--only plans a request for no other operation', async () => {
  const contract = await loadContract('openapi.yaml');
  const report = await runVerifier(contract, await backendUrl(), ['--only', 'getBrief']);
  const operations = [...report.results.map(({ testCase }) => testCase.operation.id)];
  expect(new Set([...operations, ...report.skipped.map((it) => it.operation)])).toEqual(
    new Set(['getBrief']),
  );
});

commandTest('the command exits with 0, 1 and 2', async ({ run }) => {
  const conforming = await backendUrl();
  const violating = await backendUrl({
    rules: { isId: () => true, briefs: { 'daily-harvest': {} } },
  });
  const folder = await temporaryFolder();
  const files = { junit: join(folder, 'verify.xml'), json: join(folder, 'verify.json') };
  const verifyScript = (...args: string[]) => run('verify', { args });

  const webhooks = join(folder, 'webhooks.json');
  const info = { title: 'Webhooks', version: '1' };
  const created = { post: { responses: { 200: { description: 'Received.' } } } };
  await writeFile(webhooks, JSON.stringify({ openapi: '3.1.0', info, webhooks: { created } }));
  const lost = await backendUrl({ respond: () => errorResponse(404, 'Not found.') });
  const allowed404 = 'unsupported_method,ignored_auth,negative_data_rejection';
  const unwritable = '/no-such-folder/verify.xml';
  let unwritableCount = 0;
  const unused = await backendUrl({
    respond: (response) => {
      unwritableCount += 1;
      return response;
    },
  });
  const nothing = ['--only', 'getCurrentUser', '--skip-check', 'unsupported_method,ignored_auth'];

  const runs = [
    verifyScript(conforming, '--rate', '1000', '--junit', files.junit, '--json', files.json),
    verifyScript(violating, '--rate', '1000'),
    verifyScript('http://127.0.0.1:1'),
    verifyScript(conforming, '--contract', 'no-such-file.yaml'),
    verifyScript(unused, '--junit', unwritable),
    verifyScript(conforming, ...nothing),
    verifyScript(conforming, '--contract', webhooks),
    verifyScript(conforming, '--rate', '1000', '--only', 'submitFeedback'),
    verifyScript(lost, '--rate', '1000', '--skip-check', allowed404),
  ];
  const codes = await Promise.all(runs.map((each) => each.exitCode()));
  expect(codes).toEqual([0, 1, 2, 2, 2, 2, 2, 2, 2]);
  expect(runs[2]?.output.stderr).toMatch(/^http:\/\/127\.0\.0\.1:1: Could not connect/);
  expect(runs[3]?.output.stderr).toBe(
    '--contract: expected a file that can be read, got "no-such-file.yaml" (ENOENT: no such file or directory).\n',
  );
  expect(runs[4]?.output.stderr).toMatch(/^Could not write the report: .*no-such-folder/);
  expect(unwritableCount).toBe(0);
  expect(runs[5]?.output.stdout).toContain('Nothing was tested: 0 requests');
  expect(runs[6]?.output.stdout).toContain('The contract has no operations.');
  expect(runs[7]?.output.stdout).toContain('· submitFeedback  3 requests');
  for (const each of runs.slice(5)) expect(each.output.stdout).toContain('Nothing was tested: ');
  expect(JSON.parse(await readFile(files.json, 'utf8'))).toMatchObject({ conforms: true });
  expect(await readFile(files.junit, 'utf8')).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
});

commandTest('Ctrl+C ends the run with a report of the results so far', async ({ run }) => {
  const folder = await temporaryFolder();
  const json = join(folder, 'verify.json');
  let isInterrupted = false;
  const url = await backendUrl({
    respond: (response) => {
      if (!isInterrupted) verifier.interrupt();
      isInterrupted = true;
      return response;
    },
  });
  const verifier = run('verify', { args: [url, '--json', json] });
  expect(await verifier.exitCode()).toBe(2);
  expect(verifier.output.stdout).toMatch(/No violations of the contract so far \(interrupted\): /);
  const report = JSON.parse(await readFile(json, 'utf8'));
  expect(report).toMatchObject({ conforms: false, isInterrupted: true });
});

commandTest('a dry run sends nothing and lists every case', async ({ run }) => {
  const plan = run('verify', { args: ['http://127.0.0.1:1', '--dry-run', '--allow-writes'] });
  expect(await plan.exitCode()).toBe(0);
  expect(plan.output.stdout).toContain(`The body's "text" has 501 characters.`);
  expect(plan.output.stdout).toContain('links of signIn');
  expect(plan.output.stdout).toMatch(/\n\d{3} requests, \d+ of them writes/);
});
