import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test as plainTest } from 'vitest';
import { parse } from 'yaml';
import { toCurl } from '../../mock-api/console/browser/requests/toCurl.ts';
import { browserAssetPaths } from '../../mock-api/console/browserAssets.ts';
import type { ListedScenario } from '../../mock-api/console/consoleData.ts';
import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { startTestMock, submission, submitPath, type TestMock } from './fixtures/startTestMock.ts';

test.for(Object.entries({ '/mock/': "'none'", '/mock/captcha/bframe': '*' }))(
  '%s loads only what the mock serves, and may be in a frame of %s',
  async ([path, ancestors], { mock }) => {
    const { headers, text } = await mock.http.get(path);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
    });
    const urls = [...text.matchAll(/(?:src|href)="((?!data:)[^"]+)"/g)];
    expect(urls).not.toEqual([]);
    for (const [, url = ''] of urls) {
      await mock.http.get(new URL(url, mock.url + path).pathname).expect(200);
    }
  },
);

plainTest('a site whose name resolves to this machine reads nothing', async () => {
  const { http } = await startTestMock({ allowedHosts: ['qa.example.com'] });
  const local = ['127.0.0.1', '[::1]:4010', 'localhost:80', 'mock:4010', 'phone.local'];
  for (const Host of [...local, 'QA.example.com:4010']) {
    const get = (headers: Record<string, string>) => http.get('/mock/journal').set(headers);
    await get({ Host }).expect(200);
    await get({ 'X-Forwarded-Host': `${Host}, localhost` }).expect(200);
    await get({ Host, 'X-Forwarded-Host': 'attacker.example' }).expect(403);
    const { body } = await get({ Host: 'attacker.test.example', 'X-Forwarded-Host': Host });
    expect(body).toMatchObject({
      status: 403,
      detail: expect.stringContaining('MOCK_ALLOWED_HOSTS, got "attacker.test.example"'),
    });
  }
});

test('under another name, only the files of the captcha are served, which have no data', async ({
  mock,
}) => {
  for (const path of browserAssetPaths) {
    const { status } = await mock.http
      .get(`/mock/${path}`)
      .set('X-Forwarded-Host', 'qa.example.com');
    expect(status, path).toBe(path.startsWith('captcha/') ? 200 : 403);
  }
});

test.for(
  Object.entries({
    '{"Sec-Fetch-Site":"same-site"}': 403,
    '{"Origin":"http://attacker.example"}': 403,
    '{"Origin":"null"}': 403,
    '{"Origin":"http://192.168.0.7:3000","X-Forwarded-Host":"192.168.0.7:3000"}': 200,
    '{"Origin":"http://localhost:3000","Sec-Fetch-Site":"same-origin"}': 200,
  }),
)('a page of another origin cannot reset: %s gets %i', async ([headers, status], { mock }) => {
  await mock.http.post('/mock/reset').set(JSON.parse(headers)).expect(status);
});

/** The scenarios that the console lists for a name, by their own. */
async function listScenarios({ http }: TestMock, query = '', headers = {}) {
  const { body } = await http.get(`/mock/console.json?${query}`).set(headers);
  const scenarios = body.groups.flatMap(
    (group: { scenarios: ListedScenario[] }) => group.scenarios,
  );
  return new Map<string, ListedScenario>(scenarios.map((one: ListedScenario) => [one.name, one]));
}

/** Describes what the row of a scenario shows: the status, the response, the badges and the text. */
function describeRow({ status, response, badges = [], text }: ListedScenario): string {
  return [status, response, ...badges.map((badge) => badge.text), text].filter(Boolean).join(' | ');
}

test('every scenario of the data is listed', async ({ mock }) => {
  const rows: Record<string, { for?: string[] }> = parse(
    await readFile('mock-api/data.yaml', 'utf8'),
  ).scenarios;
  const ids = Object.entries(rows).flatMap(([id, row]) =>
    [row].flat().flatMap((one) => one.for?.map((ending) => `${id}-${ending}`) ?? id),
  );
  const listed = [...(await listScenarios(mock)).keys()];
  expect(listed).toEqual(expect.arrayContaining(['daily-harvest', '?captcha=dismissed', ...ids]));
});

test.for(
  Object.entries({
    'stack-trace-submission':
      '500 | text | Not confirmed | Error alert, 5 s | java.lang.NullPointerException',
    'login-page-submission': '401 | HTML | Not sent | No alert',
    'missing-brief': '404 | JSON | Index page | Error alert, stays',
    'slow-brief': '200 | after 3 s | Feedback page | No alert',
    'flaky-submission': '500 | JSON, then 500, 200 | Not sent | Works from attempt 3 | Error alert',
    'not-sent-submission': '502 | JSON | Not sent | Error alert',
    'reset-brief': 'reset | Index page',
    'incomplete-json-brief': '200 | cut JSON',
    'null-brief': '200 | null',
    'chatty-brief': '200 | text',
    'empty-brief': '200 | empty',
    'daily-harvest': 'The heading “Feedback for ',
    '?captcha=dismissed': '“',
  }),
)('the console describes %s as: %s', async ([id, description], { mock }) => {
  const row = (await listScenarios(mock)).get(id);
  expect(row && describeRow(row)).toContain(description);
});

test('the responses of a tester’s scenarios are told apart, and listed for the name alone', async ({
  mock,
}) => {
  const tina = await mock.tester('tina');
  const row = { operation: 'submitFeedback', violates: true } as const;
  await tina.addScenarios({
    object: { ...row, body: {} },
    text: { ...row, body: 'oops', mediaType: 'application/json' },
    picture: { ...row, body: '{}', mediaType: 'image/png' },
    document: { ...row, body: 'x', mediaType: 'application/pdf' },
  });
  const listed = await listScenarios(mock, 'name=tina');
  const names = ['object', 'text', 'picture', 'document'];
  const responses = names.map((name) => listed.get(name)?.response);
  expect(responses).toEqual(['{}', 'not JSON', 'image', 'application/pdf']);
  expect([...(await listScenarios(mock, 'name=other')).keys()]).not.toContain('text');
});

test('the links lead to the pages with the name, on the host if it has forwarded the request', async ({
  mock,
}) => {
  const linksOf = async (headers = {}) => {
    const rows = await listScenarios(mock, 'name=anna', headers);
    const id = '{6F9619FF-8B86-D011-B42D-00C04FC964FF}';
    return ['?captcha=dismissed', id, 'slow-brief', 'broken-sign-in'].map(
      (name) => rows.get(name)?.pageUrl,
    );
  };
  const pages = '/app/subscriber-feedback/3141592';
  const links = [
    `${pages}/daily-harvest.anna/contact?captcha=dismissed`,
    `${pages}/%7B6F9619FF-8B86-D011-B42D-00C04FC964FF%7D.anna/contact`,
    `${pages}/slow-brief.anna/contact`,
  ];
  expect(await linksOf()).toEqual([
    ...links.map((link) => `http://localhost:3000${link}`),
    undefined,
  ]);
  expect(await linksOf({ 'X-Forwarded-Host': 'localhost:3000' })).toEqual([...links, undefined]);
});

plainTest(
  'the console gets a response without content as long as nothing has changed',
  async () => {
    const { http, getBrief, tester } = await startTestMock();
    const ask = (version = '') => http.get(`/mock/requests.json?version=${version}`);
    const other = await startTestMock();
    await other.http.get(`/mock/requests.json?version=${(await ask()).body.version}`).expect(200);
    const anna = await tester('anna');
    for (const change of [
      () => getBrief('daily-harvest'),
      () => anna.addScenarios({ x: { operation: 'getBrief', status: 503 } }),
      () => http.post('/mock/reset'),
    ]) {
      const { version } = (await ask()).body;
      await ask(version).expect(204);
      await change();
      await ask(version).expect(200);
    }
  },
);

plainTest(
  'the rows have no bodies, the ids are those of all matches, and one entry is complete',
  async () => {
    const { http, journal, submit } = await startTestMock();
    const end = { status: 404, outcome: 'completed', requestHeaders: {} } as const;
    const at = new Date().toISOString();
    for (let i = 0; i < 502; i += 1)
      journal.add({ at, method: 'GET', path: '/', name: 'anna', ...end });
    await submit({ briefId: 'daily-harvest.ben' });
    const { body } = await http.get('/mock/requests.json?name=anna&text=status:404&entry=503');
    expect([body.rows.length, body.ids.length, body.total]).toEqual([500, 502, 502]);
    expect(body.rows[0]).toMatchObject({ id: 502, status: 404 });
    expect(body.rows[0]).not.toHaveProperty('requestHeaders');
    expect(body.selected).toMatchObject({
      id: 503,
      entry: { body: { briefId: 'daily-harvest.ben' } },
    });
  },
);

/** The arguments that a shell passes to curl. */
function argumentsOf(entry: JournalEntry): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${toCurl(entry, 'http://mock.test')}`;
  return spawnSync('sh', ['-c', script]).stdout.toString().split('\0').slice(0, -1);
}

test('a curl command sends the same method, URL, headers and body', async ({ mock }) => {
  const text = `It's "quoted", $HOME \`date\` \\ 🌾\nand longer`;
  await mock.submit({ text }).set('X-Empty', '');
  const [flags, , method, url, ...options] = argumentsOf(await mock.entry({ body: { text } }));
  expect([flags, method, url]).toEqual(['-ig', 'POST', `http://mock.test${submitPath}`]);
  expect(options.slice(-2)).toEqual(['--data-raw', JSON.stringify(submission({ text }))]);
  expect(options).toEqual(expect.arrayContaining(['content-type: application/json', 'x-empty;']));
  expect(options.join()).not.toMatch(/content-length|host:|connection:|sec-/);
});

test('a curl command encodes a form, and leaves out what the journal has masked', async ({
  mock,
}) => {
  await mock.signIn('jane & joe', 'secret').set('Cookie', 'JSESSIONID=1');
  const options = argumentsOf(await mock.entry({ operation: 'signIn' }));
  expect(options.at(-1)).toBe(`username=jane+%26+joe&password=${encodeURIComponent('•••')}`);
  expect(options.join()).not.toContain('cookie');
});
