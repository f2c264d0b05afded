import { gzipSync } from 'node:zlib';
import { createFuzzedRequest } from './createFuzzedRequest.ts';
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

/** Inserted anywhere in a path. */
// biome-ignore format: rows of short values
const pathFragments = [
  '..', '%2e%2e', '%2f', '%', '%zz', '%ff', '%00', ';', '//', '\\', '{', '}', '.', '?', '#',
  '?password=x&a[]=1', '&status=x', '=', '\u00e9', 'x'.repeat(10_000),
];

// biome-ignore format: rows of short values
const mediaTypes = [
  'application/json', 'application/json', 'application/json; charset=utf-16',
  'application/x-www-form-urlencoded', 'application/x-www-form-urlencoded; a="', 'text/plain',
  'application/xml', '', '/', 'x'.repeat(5_000), 'application/json, text/html',
];

// biome-ignore format: rows of short values
const headers = [
  'Prefer: code=404', 'Prefer: code=999', 'Prefer: example="', 'Prefer: wait=0.01, code=500',
  'Prefer: example=unauthorizedPage', 'Prefer: ====,;;', 'Cookie: JSESSIONID=', 'Cookie: ;;=;',
  'Cookie: JSESSIONID=x; JSESSIONID=y', 'Content-Encoding: gzip', 'Content-Encoding: br',
  'Expect: 100-continue', 'Expect: x', 'Access-Control-Max-Age: never', 'Accept: text/html',
  'X-Forwarded-Host: <script>', 'Range: bytes=0-1', 'If-None-Match: *',
];

const bodies = [
  '{"briefId":"daily-harvest","subscriberId":"1","subjectLine":"a","text":"b","recaptchaResponse":"c"}',
  '{"briefId":"flaky-submission","subscriberId":1,"subjectLine":"a","text":"b","recaptchaResponse":"c"}',
  'username=editor&password=correct+horse',
  'username=broken-sign-in&password=x',
  '{"__proto__":{"text":1},"constructor":null,"briefId":{"toString":1}}',
  '{"briefId":["daily-harvest"],"subscriberId":1e999,"text":"\\ud800"}',
  '%=%&&=&a=%ff&username=&username=&__proto__=1',
  '['.repeat(20_000),
  `{"text":"${'x'.repeat(70_000)}"}`,
  'null',
  '',
];

/** Creates the bytes of a request to the mock, most of them malformed in some way. */
export function createFuzzedMockRequest(random: Random): Buffer {
  if (random.oneIn(5)) return createFuzzedRequest(random);

  const body = createBody(random);
  const lines = [
    `${random.pick(methods)} ${createPath(random)} HTTP/1.1`,
    'Host: mock.test',
    `Content-Type: ${random.pick(mediaTypes)}`,
    ...Array.from({ length: random.below(3) }, () => random.pick(headers)),
    `Content-Length: ${random.oneIn(12) ? random.below(100_000) : body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function createPath(random: Random): string {
  let path = random.pick(paths);
  for (let insertions = random.below(3); insertions > 0; insertions -= 1) {
    const at = 1 + random.below(path.length);
    path = path.slice(0, at) + random.pick(pathFragments) + path.slice(at);
  }
  return path;
}

function createBody(random: Random): Buffer {
  const original = Buffer.from(random.pick(bodies));
  const body = random.oneIn(10) ? gzipSync(original) : original;
  for (let changes = random.below(4); changes > 0 && body.length > 0; changes -= 1) {
    body[random.below(body.length)] = random.below(256);
  }
  return random.oneIn(3) ? body.subarray(0, random.below(body.length + 1)) : body;
}
