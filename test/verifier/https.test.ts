import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { runScript } from '../runScript.ts';
import { temporaryFile } from '../temporaryFiles.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { runVerifyCommandHere } from './fixtures/runVerifier.ts';

const certificateFile = resolve('test/verifier/fixtures/localhost.pem');

/** Starts a server with a certificate that nobody trusts. Returns the arguments to verify it. */
async function startPrivateServer(): Promise<string[]> {
  const pem = readFileSync(certificateFile);
  const server = createServer({ cert: pem, key: pem }, (req, res) =>
    res
      .writeHead(req.method === 'GET' || req.method === 'HEAD' ? 204 : 405, { Allow: 'GET' })
      .end(),
  );
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  const get = { operationId: 'ping', responses: { 204: { description: 'Here.' } } };
  const contract = JSON.stringify({ openapi: '3.1.1', paths: { '/ping': { get } } });
  const contractFile = await temporaryFile('openapi.json', contract);
  return [url.replace('http:', 'https:'), '--contract', contractFile, '--rate', '1000'];
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
    expect(output.stdout).toMatch(/✓ ping {2}\d+ requests/);
  },
  longTestTimeoutMs,
);

test('a certificate that is not trusted ends the run, which names NODE_EXTRA_CA_CERTS', async () => {
  const { exitCode, stderr } = await runVerifyCommandHere(await startPrivateServer());
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/certificate is not trusted .*Set NODE_EXTRA_CA_CERTS to/),
  });
});
