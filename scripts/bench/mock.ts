import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { driveLoad, type LoadRequest } from './processes/driveLoad.ts';
import { installPackages } from './processes/installPackages.ts';
import { type ServerOptions, startServer } from './processes/startServer.ts';

const mockoonPackage = '@mockoon/cli@9.9.0';
const prismPackage = '@stoplight/prism-cli@5.16.0';
const briefPath = '/rest/subscriber-feedback/briefs/daily-harvest';
const submitPath = '/rest/subscriber-feedback/form-submit';
/** A valid submission. */
const submission = {
  briefId: 'daily-harvest',
  subscriberId: '3141592',
  subjectLine: 'Thank you',
  text: 'I read you every morning.',
  recaptchaResponse: 'a-token',
};

const submit = { path: submitPath, headers: { 'Content-Type': 'application/json' } };
const validBody = JSON.stringify(submission);
const invalidBody = JSON.stringify({ ...submission, text: '' });

const requests: Record<string, LoadRequest & { path: string; isInvalid?: boolean }> = {
  getBrief: { path: briefPath, headers: {} },
  'valid submission': { ...submit, body: validBody },
  'invalid submission': { ...submit, body: invalidBody, isInvalid: true },
};

const usage = `Usage: npm run bench -- mock [options]

Measures the mock, Prism and Mockoon on the same contract, and WireMock with stubs if \`wiremock\` is on the
PATH, where \`wrk\` must be. Prism and Mockoon are installed into the directory for temporary files.

Options:
  --seconds N    duration of each measurement (default: 5)
  -h, --help     show this help`;

const options = { seconds: { type: 'string' } } as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, async ({ values }) => {
    const seconds = readNumber('--seconds', values.seconds, 5);
    const directory = mkdtempSync(join(tmpdir(), 'mock-'));
    const rows: Record<string, Record<string, string>> = {};
    for (const [name, command] of await listMocks(directory)) {
      // A mock that fails to start does not stop the others.
      rows[name] = await measure(command, seconds).catch((error: Error) => ({
        failed: error.message,
      }));
    }
    rmSync(directory, { recursive: true });
    console.table(rows);
  });
}

type Command = ServerOptions['command'];

/** @param directory for the files of a mock that does not read the contract */
async function listMocks(directory: string): Promise<[name: string, command: Command][]> {
  const node = process.execPath;
  const prism = join(await installPackages(prismPackage), '@stoplight/prism-cli/dist/index.js');
  const oneQuietProcess = ['--verboseLevel', 'silent', '--multiprocess', 'false'];
  const mockoon = join(await installPackages(mockoonPackage), '@mockoon/cli/bin/run.js');
  const isWiremockInstalled = await promisify(execFile)('wiremock', ['--version']).then(
    () => true,
    () => false,
  );
  writeStubs(directory);
  const ours = [node, '--import', './scripts/command/preload.js', 'scripts/mock.ts'];
  const commands: [string, string[]][] = [
    ['this mock', ours],
    [prismPackage, [node, prism, ...oneQuietProcess, 'mock', 'openapi.yaml']],
    [mockoonPackage, [node, mockoon, 'start', '--disable-log-to-file', '--data', 'openapi.yaml']],
    ...(isWiremockInstalled
      ? [['WireMock', ['wiremock', '--root-dir', directory]] satisfies [string, string[]]]
      : []),
  ];
  return commands.map(([name, command]) => [name, (port) => [...command, '--port', `${port}`]]);
}

/** Writes stubs of WireMock, which neither reads the contract nor validates requests against it. */
function writeStubs(directory: string): void {
  mkdirSync(join(directory, 'mappings'));
  for (const { path: url, body } of Object.values(requests)) {
    const method = body === undefined ? 'GET' : 'POST';
    const stub = { request: { method, url }, response: { status: 200, jsonBody: {} } };
    writeFileSync(join(directory, 'mappings', `${method}.json`), JSON.stringify(stub));
  }
}

async function measure(command: Command, seconds: number): Promise<Record<string, string>> {
  const server = await startServer({ command });
  try {
    const rates: Record<string, string> = {};
    for (const [name, { path, isInvalid = false, ...request }] of Object.entries(requests)) {
      const url = server.url + path;
      await driveLoad(url, request, 1);
      const { rate, p99, errorCount, connectionErrors } = await driveLoad(url, request, seconds);
      const unexpected = errorCount > 0 === isInvalid ? '' : ' (unexpected status)';
      rates[name] = `${Math.round(rate)}/s, p99 ${p99}${unexpected} ${connectionErrors}`.trim();
    }
    const memory = `${await server.readMemory()} MiB`;
    return { ...rates, start: `${Math.round(server.startMs)} ms`, 'memory after the load': memory };
  } finally {
    await server.close();
  }
}
