import { gzipSync } from 'node:zlib';
import { fuzzRequest } from './fuzzRequest.ts';
import type { Random } from './random.ts';

const methods = ['GET', 'GET', 'POST', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

const paths = [
  '/rest/subscriber-feedback/briefs/daily-harvest',
  '/rest/subscriber-feedback/briefs/flaky-brief.x',
  '/rest/subscriber-feedback/briefs/off-contract-brief',
  '/rest/subscriber-feedback/form-submit',
  '/rest/subscriber-feedback/form-submit',
  '/jsp/utilities/tools.jsp',
  '/jsp/utilities/tools.jsp',
  '/jsp/logout.jsp',
  '/rest/alchemyuser/currentUser',
  '/mock/journal?key=daily-harvest&limit=1',
  '/mock/journal/wait?key=nobody&timeout=1',
  '/mock/journal/0',
  '/mock/coverage',
  '/mock/captcha/enterprise.js',
  '/mock/',
];

const pathBits = [
  ...['..', '%2e%2e', '%2f', '%', '%zz', '%ff', '%00', ';', '//', '\\', '{', '}', '.', '?', '#'],
  ...['?password=x&a[]=1', '&status=x', '=', '\u00e9', 'x'.repeat(10_000)],
];

const types = [
  ...['application/json', 'application/json', 'application/json; charset=utf-16'],
  ...['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; a="'],
  ...['text/plain', 'application/xml', '', '/', 'x'.repeat(5_000), 'application/json, text/html'],
];

const bodies = [
  '{"briefId":"daily-harvest","subscriberId":"1","subjectLine":"a","text":"b","recaptchaResponse":"c"}',
  '{"briefId":"flaky-submission","subscriberId":1,"subjectLine":"a","text":"b","recaptchaResponse":"c"}',
  'username=editor&password=correct+horse',
  'username=broken-sign-in&password=x',
  '{"__proto__":{"text":1},"constructor":null,"briefId":{"toString":1}}',
  '{"briefId":["daily-harvest"],"subscriberId":1e999,"text":"\\ud800"}',
  '%=%&&=&a=%ff&username=&username=&__proto__=1',
  `${'['.repeat(20_000)}`,
  `{"text":"${'x'.repeat(70_000)}"}`,
  'null',
  '',
];

const headers = [
  ...['Prefer: code=404', 'Prefer: code=999', 'Prefer: example="', 'Prefer: wait=0.01, code=500'],
  ...['Prefer: example=unauthorizedPage', 'Prefer: ====,;;', 'Cookie: JSESSIONID=', 'Cookie: ;;=;'],
  ...['Cookie: JSESSIONID=x; JSESSIONID=y', 'Content-Encoding: gzip', 'Content-Encoding: br'],
  ...['Expect: 100-continue', 'Expect: x', 'Access-Control-Max-Age: never', 'Accept: text/html'],
  ...['X-Forwarded-Host: <script>', 'Range: bytes=0-1', 'If-None-Match: *'],
];

/** The bytes of a request to the mock that is wrong in some way, now and then in none. */
export function malformedRequest(random: Random): Buffer {
  if (random.oneIn(5)) return fuzzRequest(random);

  const body = bodyBytes(random);
  const lines = [
    `${random.pick(methods)} ${path(random)} HTTP/1.1`,
    'Host: mock.test',
    `Content-Type: ${random.pick(types)}`,
    ...Array.from({ length: random.below(3) }, () => random.pick(headers)),
    `Content-Length: ${random.oneIn(12) ? random.below(100_000) : body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function path(random: Random): string {
  let path = random.pick(paths);
  for (let changes = random.below(3); changes > 0; changes -= 1) {
    const at = 1 + random.below(path.length);
    path = path.slice(0, at) + random.pick(pathBits) + path.slice(at);
  }
  return path;
}

function bodyBytes(random: Random): Buffer {
  const whole = Buffer.from(random.pick(bodies));
  const body = random.oneIn(10) ? gzipSync(whole) : whole;
  for (let flips = random.below(4); flips > 0 && body.length > 0; flips -= 1) {
    body[random.below(body.length)] = random.below(256);
  }
  return random.oneIn(3) ? body.subarray(0, random.below(body.length + 1)) : body;
}
