import { gzipSync } from 'node:zlib';
import type { RunningMock } from '../../mock-api/startMock.ts';
import { createRandom } from '../verify/phases/fuzzing/random.ts';
import { createFuzzedRequest, type RequestParts } from './createFuzzedRequest.ts';
import { sendMany } from './sendBytes.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

function submission(briefId: string) {
  const others = { subscriberId: '1', subjectLine: 'a', text: 'b', recaptchaResponse: 'c' };
  return { type: json, text: JSON.stringify({ briefId, ...others }) };
}

const mockParts: RequestParts = {
  targets: [
    '/rest/subscriber-feedback/briefs/daily-harvest',
    '/rest/subscriber-feedback/briefs/flaky-brief.x',
    '/rest/subscriber-feedback/briefs/nameless-brief',
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
  ],
  // biome-ignore format: rows of short values
  headers: [
    'Prefer: code=404', 'Prefer: code=999', 'Prefer: example="', 'Prefer: wait=0.01, code=500',
    'Prefer: example=unauthorizedPage', 'Prefer: ====,;;', 'Cookie: JSESSIONID=', 'Cookie: ;;=;',
    'Cookie: JSESSIONID=x; JSESSIONID=y', 'Content-Encoding: gzip', 'Content-Encoding: br',
    'Expect: 100-continue', 'Expect: x', 'Access-Control-Max-Age: never', 'Accept: text/html',
    'X-Forwarded-Host: <script>', 'Range: bytes=0-1', 'If-None-Match: *',
  ],
  bodies: [
    submission('daily-harvest'),
    submission('flaky-submission'),
    { type: json, text: '{"__proto__":{"text":1},"briefId":{"toString":1}}' },
    { type: json, text: '{"briefId":["daily-harvest"],"subscriberId":1e999,"text":"\\ud800"}' },
    { type: json, text: '['.repeat(20_000) },
    { type: json, text: `{"text":"${'x'.repeat(70_000)}"}` },
    { type: json, text: gzipSync('{}').toString('latin1') },
    { type: `${json}; charset=utf-16`, text: 'null' },
    { type: `${json}, text/html`, text: 'null' },
    { type: form, text: 'username=editor&password=correct+horse' },
    { type: form, text: 'username=broken-sign-in&password=x' },
    { type: `${form}; a="`, text: '%=%&&=&a=%ff&username=&username=&__proto__=1' },
    { type: 'x'.repeat(5_000), text: '' },
  ],
};

/**
 * Sends malformed requests to a mock whose journal keeps all of them. A problem is a request without a response,
 * and a 5xx that neither a scenario nor a `Prefer` header selected or that is not in the journal.
 */
export async function fuzzMock(
  { port, journal }: RunningMock,
  { total, seed }: { total: number; seed: number },
): Promise<{ problems: string[]; recordedCount: number }> {
  const random = createRandom(seed);
  const outcomes = await sendMany(port, total, () => createFuzzedRequest(random, mockParts));
  // The journal completes an entry shortly after its response has been sent.
  const { length: count } = journal.list();
  const entries = await journal.waitForEntries({ ended: true }, { count });
  const isError = ({ status = 0 }) => status >= 500;
  const unexpected = entries
    .filter(isError)
    .filter(({ scenario, example }) => !scenario && example !== 'serverError');
  const problems = unexpected.map((entry) => JSON.stringify(entry));
  if (outcomes.some(({ kind }) => kind === 'timed out')) problems.push('a request timed out');
  const statuses = outcomes.flatMap((it) => (it.kind === 'responded' ? it.statuses : []));
  const sentCount = statuses.filter((status) => status >= 500).length;
  const recordedErrors = entries.filter((it) => isError(it) && it.outcome === 'completed');
  if (sentCount !== recordedErrors.length) {
    problems.push(`${sentCount} 5xx responses, of which ${recordedErrors.length} are recorded`);
  }
  return { problems, recordedCount: entries.length };
}
