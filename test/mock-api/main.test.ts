import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { copyWithChange, temporaryFolder } from '../support/mock/temporaryFiles.ts';

/** Runs the command in a folder until it exits. */
async function runMock({ MOCK_PORT = '0', folder = '.' }) {
  const mock = startProcess(MOCK_PORT, folder);
  const [output, errors, [status]] = await Promise.all([
    text(mock.stdout),
    text(mock.stderr),
    once(mock, 'exit'),
  ]);
  return { output, errors, status };
}

function startProcess(MOCK_PORT: string, folder = '.') {
  const mock = spawn(process.execPath, ['--import', 'tsx', 'mock-api/main.ts'], {
    cwd: folder,
    env: { ...process.env, MOCK_PORT },
  });
  onTestFinished(() => void mock.kill('SIGKILL'));
  return mock;
}

test('the command prints its URL, serves requests and exits on a signal', async () => {
  const mock = startProcess('0');
  const [line] = await once(mock.stdout.setEncoding('utf8'), 'data');
  const url = /^Mock API: (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line)?.[1];
  expect((await fetch(`${url}/rest/subscriber-feedback/briefs/daily-harvest`)).status).toBe(200);

  mock.kill('SIGTERM');
  const [status] = await once(mock, 'exit');
  expect(status).toBe(0);
});

test.each(['70000', 'x', '-1', '1.5'])(
  'port "%s" is rejected with a message',
  async (MOCK_PORT) => {
    const { errors, status } = await runMock({ MOCK_PORT });
    expect(errors).toBe(
      `MOCK_PORT: expected a whole number from 0 to 65535, got "${MOCK_PORT}".\n`,
    );
    expect(status).toBe(1);
  },
);

test('a port in use is reported with a message', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };
  const { errors, status } = await runMock({ MOCK_PORT: String(port) });
  expect(errors).toBe(`MOCK_PORT: port ${port} is already in use. Choose another port.\n`);
  expect(status).toBe(1);
});

test('an invalid contract is reported with file and line', async () => {
  const folder = await temporaryFolder();
  const contract = await copyWithChange('openapi.yaml', (yaml) =>
    yaml.replace('type: object', 'type: objct'),
  );
  await cp('mock-api', join(folder, 'mock-api'), { recursive: true });
  await cp(contract, join(folder, 'openapi.yaml'));
  await cp('package.json', join(folder, 'package.json'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const { errors, status } = await runMock({ folder });
  expect(errors).toMatch(/^\S+openapi\.yaml:\d+ The schema's "type" must be one of "array",.*\n$/);
  expect(status).toBe(1);
});
