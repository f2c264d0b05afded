import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { VerifyOptions } from '../../verifier/model.ts';
import { curlCommand } from '../../verifier/send/curlCommand.ts';
import { describeSendError } from '../../verifier/send/describeSendError.ts';
import { RateLimiter } from '../../verifier/send/RateLimiter.ts';
import { retryAfterMs } from '../../verifier/send/retryAfterMs.ts';
import { SecretMask } from '../../verifier/send/SecretMask.ts';
import { Sender } from '../../verifier/send/Sender.ts';
import { createRandom } from '../createRandom.ts';
import { contractOf } from '../oneOperation.ts';

function useFakeTimers() {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 1, 12) });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  { rate: 50, expected: [0, 20, 1020, 1060] },
  { rate: 1000, expected: [0, 1, 1001, 1003] },
])(
  'at $rate requests per second they start after $expected ms, if the third one waits a second',
  async ({ rate, expected }) => {
    useFakeTimers();
    const limiter = new RateLimiter(rate);
    const startedAt = performance.now();
    const times: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      if (i === 2) limiter.slowDown(1000);
      const turn = limiter.waitForTurn();
      await vi.runAllTimersAsync();
      await turn;
      times.push(performance.now() - startedAt);
    }
    expect(times).toEqual(expected);
  },
);

test.each([
  { status: 429, retryAfter: '3', pauseMs: 3000 },
  { status: 503, retryAfter: 'Sun, 01 Nov 2026 11:00:00 GMT', pauseMs: 0 },
  { status: 429, retryAfter: 'soon', pauseMs: 1000 },
  { status: 429, retryAfter: '10', pauseMs: 10_000 },
  { status: 429, retryAfter: '11', pauseMs: undefined },
  { status: 503, retryAfter: undefined, pauseMs: undefined },
  { status: 500, retryAfter: '3', pauseMs: undefined },
])(
  'after a $status with Retry-After: $retryAfter the request is repeated in $pauseMs ms',
  ({ status, retryAfter, pauseMs }) => {
    useFakeTimers();
    const headers = retryAfter === undefined ? {} : { 'retry-after': [retryAfter] };
    expect(retryAfterMs({ status, headers })).toBe(pauseMs);
  },
);

test('a request that finds no server is sent once when the server is back', async () => {
  const paths: string[] = [];
  const server = createServer((req, res) => {
    paths.push(req.url ?? '');
    res.setHeader('Connection', 'close').end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  const options: Partial<VerifyOptions> = {
    url: new URL(`http://127.0.0.1:${port}`),
    contract: contractOf({}),
    timeoutMs: 5000,
    headers: {},
    requestsPerSecond: 1000,
  };
  const sender = new Sender(options as VerifyOptions);
  const send = (target: string) => sender.send({ method: 'POST', target, headers: {} }, false);
  await send('/first');
  await once(server.close(), 'close');

  const sending = send('/second');
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  expect((await sending).response.status).toBe(200);
  expect(paths).toEqual(['/first', '/second']);
});

test.each(
  Object.entries({
    ERR_TLS_CERT_ALTNAME_INVALID:
      /^The server's certificate is for another host name \([A-Z_]+\)\.$/,
    CERT_HAS_EXPIRED: /^The server's certificate has expired \([A-Z_]+\)\.$/,
    SELF_SIGNED_CERT_IN_CHAIN: /^The server's certificate is not trusted .* NODE_EXTRA_CA_CERTS/,
  }),
)('%s is described with what to do', (code, expected) => {
  const error = Object.assign(new Error(code), { code });
  expect(describeSendError(error, { isConnected: false, hasStatus: false })).toMatch(expected);
});

const options = { url: new URL('https://a'), basePath: '', secrets: new SecretMask() };

/** Prints the body that curl would send. */
const curl = `curl() {
  while [ "$1" != --data-binary ]; do shift; done
  if [ "$2" = @- ]; then cat; else printf %s "$2"; fi
}`;

test.each(
  Object.entries({
    text: Buffer.from(`{"a":"it's 🌾 100 %"}`),
    'bytes that are not text': Buffer.from([0, 0xff, 0x27, 0x5c, 0x0a, 0x31, 0x25, 0]),
    '256 KiB of blanks': Buffer.from(`{"a":${' '.repeat(2 ** 18)}'1'}\n`),
  }),
)('the printed command repeats a short request with %s', (_, body) => {
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

test('a quoted text is the same in bash, whatever it and the secrets contain', () => {
  const random = createRandom(1);
  const characters = `'"$()\`;&=|*1 `;
  const some = (length: number) =>
    Array.from({ length }, () => characters[random(characters.length)]).join('');
  const secrets = new SecretMask();
  const env = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`S_${i}`, some(6 + (i % 5))]),
  );
  for (const [name, secret] of Object.entries(env)) secrets.add(secret, name);

  const values = Object.values(env);
  const anyPart = () => {
    const value = values[random(values.length)] ?? '';
    return [value, value.slice(1), value.slice(0, -1), some(random(5))][random(4)];
  };
  const texts = Array.from({ length: 500 }, () => anyPart() + some(random(3)) + anyPart());
  const script = texts.map((text) => `printf '%s|\\n' ${secrets.quote(text)}`).join('\n');
  const printed = execFileSync('bash', ['-c', script], { env: { ...process.env, ...env } });
  expect(String(printed)).toBe(texts.map((text) => `${text}|\n`).join(''));
});

test('a text is masked although hundreds of long values are secret', () => {
  const secrets = new SecretMask();
  const ids = Array.from({ length: 1000 }, (_, i) => `${i}-`.padStart(8, '0') + 'k7Qz'.repeat(700));
  for (const id of ids) secrets.addSession(id);
  expect(secrets.mask(`The id ${ids[999]} is valid.`)).toBe('The id ••• is valid.');
  expect(secrets.quote(`Cookie: a=${ids[2]}; b=1`)).toBe(`'Cookie: a='"$SESSION_3"'; b=1'`);
  const signed = `${'a'.repeat(128)}-user=anna&roles=<all>,"none"`;
  secrets.addSession(signed);
  expect(secrets.quote(`Cookie: a=${signed}; b=1`)).toBe(`'Cookie: a='"$SESSION_1001"'; b=1'`);
});
