import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { curlCommand } from '../../verifier/send/curlCommand.ts';
import { SecretMask } from '../../verifier/send/SecretMask.ts';

const options = { url: new URL('https://a'), basePath: '', secrets: new SecretMask() };

/** Prints the body that curl would send. */
const curl = `curl() {
  while [ "$1" != --data-binary ]; do shift; done
  if [ "$2" = @- ]; then cat; else printf %s "$2"; fi
}`;

test.each([
  ['text', Buffer.from(`{"a":"it's 🌾 100 %"}`)],
  ['bytes that are not text', Buffer.from([0, 0xff, 0x27, 0x5c, 0x0a, 0x31, 0x25, 0])],
  ['256 KiB of blanks', Buffer.from(`{"a":${' '.repeat(2 ** 18)}'1'}\n`)],
])('the printed command repeats a short request with %s', (_, body) => {
  const request = { method: 'POST', target: '/', headers: { 'Content-Type': 'a/b' }, body };
  const command = curlCommand(request, options);
  expect(command.length).toBeLessThan(600);
  expect(execFileSync('bash', ['-c', `${curl}\n${command}`])).toEqual(body);
});

test('the command for HTTPS speaks HTTP/1.1, and trusts the certificate of the environment', () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/etc/team.pem');
  onTestFinished(() => void vi.unstubAllEnvs());
  const request = { method: 'GET', target: '/', headers: {} };
  expect(curlCommand(request, options)).toContain("--http1.1 --cacert '/etc/team.pem'");
});
