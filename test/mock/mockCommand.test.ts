import { expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../mock-api/startMock.ts';
import { parseCommandLine } from '../../scripts/command/parseCommandLine.ts';
import { mockOptions, readMockOptions } from '../../scripts/stack/readMockOptions.ts';
import { runScript } from '../runScript.ts';
import { copyWithChange } from '../temporaryFiles.ts';

/** Starts the mock in this process, as the command does with these arguments. */
async function startWith(args: readonly string[], MOCK_PORT = '0') {
  const { values } = parseCommandLine(args, { options: mockOptions });
  const mock = await startMock(readMockOptions(values, { MOCK_PORT }));
  onTestFinished(mock.close);
  return mock;
}

test('npm run mock prints its URLs until it is terminated', async () => {
  const { printed, terminate, exitCode } = runScript('mock', { env: { MOCK_PORT: '0' } });
  const [, url] = await printed(
    /^Mock API: (http:\/\/127\.0\.0\.1:\d+)\nConsole: {2}\1\/mock\/\n$/,
  );
  expect((await fetch(`${url}/rest/subscriber-feedback/briefs/daily-harvest`)).status).toBe(200);
  terminate();
  expect(await exitCode()).toBe(0);
});

test('npm run mock rejects an invalid port with a message', async () => {
  const { output, exitCode } = runScript('mock', { env: { MOCK_PORT: '70000' } });
  expect(await exitCode()).toBe(1);
  expect(output.stderr).toBe('MOCK_PORT: expected a whole number from 0 to 65535, got "70000".\n');
});

test('a port that Kubernetes has set is rejected with what to set there', async () => {
  await expect(startWith([], 'tcp://10.0.0.1:80')).rejects.toThrow(
    'got "tcp://10.0.0.1:80", which Kubernetes sets for a Service of this name; set enableServiceLinks: false in the pod.',
  );
});

test('--contract and --data name the files to serve', async () => {
  const contract = await copyWithChange('openapi.yaml', (yaml) =>
    yaml.replace('/briefs/{briefId}:', '/letters/{briefId}:'),
  );
  const data = await copyWithChange('mock-api/data.yaml', (yaml) =>
    yaml.replace('name: millers-gazette', 'name: miller'),
  );
  const { url } = await startWith(['--contract', contract, '--data', data]);
  const id = encodeURIComponent('{6F9619FF-8B86-D011-B42D-00C04FC964FF}');
  const response = await fetch(`${url}/rest/subscriber-feedback/letters/${id}`);
  expect(await response.json()).toMatchObject({ name: 'miller' });
});

test('--port, --host and --journal-limit replace the environment variables', async () => {
  const { url } = await startWith(
    ['--port', '0', '--host', 'localhost', '--journal-limit', '2'],
    '70000',
  );
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  for (const id of ['a', 'b', 'c']) {
    await fetch(`${url}/rest/subscriber-feedback/briefs/${id}`).then((response) => response.text());
  }
  const listed = await fetch(`${url}/mock/journal`);
  expect(await listed.json()).toMatchObject({ limit: 2, dropped: 1 });
});

test.each(
  Object.entries({
    '--port: expected a whole number from 0 to 65535, got "70000"': ['--port', '70000'],
    '--backend: expected a URL that starts with http:// or https://, ': ['--backend', 'localhost'],
    '--host: expected a value': ['--host', ''],
    '--journal-limit: expected a whole number from 1 to 999999, got "0".': ['--journal-limit', '0'],
    '--host: expected an address of this machine, such as 127.0.0.1 or ': ['--host', '192.0.2.1'],
    '--data or MOCK_DATA: expected a file that can be read, got "test" (EISDIR': ['--data', 'test'],
  }),
)('the mock does not start: %s', async (message, args) => {
  await expect(startWith(args)).rejects.toThrow(message);
});
