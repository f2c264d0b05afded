import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  forTester,
  type RequestPattern,
  type Tester,
  type TesterOptions,
} from '../../mock-api/testing/forTester.ts';
import { testerFixtures as playwright } from '../../mock-api/testing/playwrightFixtures.ts';
import { testerFixtures as vitest } from '../../mock-api/testing/vitestFixtures.ts';
import { startBackend } from '../host/fixtures/startBackend.ts';
import {
  getBrief,
  postJson,
  shareTestMock,
  startTestMock,
  submit,
} from './fixtures/startTestMock.ts';

const mock = shareTestMock();
const open = (name: string, options: TesterOptions = {}) =>
  forTester(name, { url: mock().url, settleMs: 0, timeoutMs: 2000, ...options });

/** Opens a tester under whose name one request has come. */
async function openUsed(name: string, options?: TesterOptions): Promise<Tester> {
  const tester = await open(name, options);
  await getBrief(mock(), tester.id('daily-harvest'));
  return tester;
}

const send = (tester: Tester, briefId: string) =>
  submit({ url: tester.url }, { briefId: tester.id(briefId) });

const none = { exactly: 0 } as const;

const calls: [call: string, run: (tester: Tester) => Promise<unknown>][] = [
  ['exactly: 0', (tester) => tester.expectRequests({ status: '5xx' }, none)],
  ['journal', (tester) => tester.journal({})],
  ['waitFor', (tester) => tester.expectRequests({ status: '5xx' }, { atLeast: 1 })],
  ['addScenarios', (tester) => tester.addScenarios({ 'x-brief': { for: ['brief'] } })],
  ['reset', (tester) => tester.reset()],
  ['finish', (tester) => tester.finish()],
];

const browser = { Origin: 'http://localhost', Host: 'localhost', 'User-Agent': 'Firefox/140' };

const takeOvers: [what: string, takeOver: () => Promise<unknown>, message: RegExp][] = [
  [
    '"Reset all" in the console',
    () =>
      fetch(`${mock().url}/mock/reset`, {
        method: 'POST',
        headers: { ...browser, 'Sec-Fetch-Site': 'same-origin' },
      }),
    /POST \/mock\/reset in the console by 127\.0\.0\.1, Firefox\/140, at 20.*Z/,
  ],
  [
    'a reset by another job',
    () =>
      fetch(`${mock().url}/mock/reset`, { method: 'POST', headers: { 'User-Agent': 'curl/8' } }),
    /POST \/mock\/reset by 127\.0\.0\.1, curl\/8, at 20/,
  ],
  [
    'a reset of its name',
    () => fetch(`${mock().url}/mock/reset?name=owner`, { method: 'POST' }),
    /POST \/mock\/reset\?name=owner by /,
  ],
  [
    '"Clear" in the console',
    () => {
      const ids = mock()
        .journal.list({ name: 'owner' })
        .map(({ id }) => id);
      return postJson(`${mock().url}/mock/journal/clear`, { ids });
    },
    /POST \/mock\/journal\/clear by /,
  ],
  [
    'a tester with its name',
    () => open('owner', { test: 'retried' }),
    /POST \/mock\/reset\?name=owner by 127.*, process \d+ on .*, test "retried", at 20/,
  ],
];

const pairs = takeOvers.flatMap(([what, takeOver, message]) =>
  calls.map(([call, run]) => ({ call, run, what, takeOver, message })),
);

test.each(pairs)('$call says that the requests were taken by $what', async (row) => {
  const owner = await openUsed('owner');
  await row.takeOver();
  const { message } = Object(await row.run(owner).catch((error) => error));
  expect(message).toMatch(row.message);
  // A link to the console would open a page without these requests.
  expect(message).toMatch(/^The requests of "owner" since \S+ are no longer all there: .*Z\.$/);
});

test('a wait that is running ends as soon as somebody resets the tester', async () => {
  const owner = await openUsed('owner', { timeoutMs: 60_000 });
  const waiting = owner.expectRequests({ status: '5xx' }, { atLeast: 1 });
  waiting.catch(() => {});
  await setTimeout(50);
  await fetch(`${mock().url}/mock/reset?name=owner`, { method: 'POST' });
  await expect(waiting).rejects.toThrow('POST /mock/reset?name=owner');
});

test('a call after a restart of the mock says so', async () => {
  const first = await startTestMock();
  const kim = await forTester('kim', { url: first.url, settleMs: 0 });
  await getBrief(first, kim.id('daily-harvest'));
  await first.close();
  await startTestMock({ port: first.port });
  const message =
    /^The requests of "kim" since \S+ are no longer all there: the mock was started again\.$/;
  for (const [, run] of calls) await expect(run(kim)).rejects.toThrow(message);
});

test('no request is counted as none while it is pending', async () => {
  const slow = await open('slow', { timeoutMs: 9000 });
  await slow.addScenarios({ 'late-submission': { operation: 'submitFeedback', delayMs: 250 } });
  const sent = send(slow, 'late-submission');
  await slow.expectRequests({ operation: 'submitFeedback' }, { atLeast: 1 });
  await expect(slow.expectRequests({ status: '2xx' }, none)).rejects.toThrow('got 1');
  expect((await sent).status).toBe(200);
  const again = send(slow, 'late-submission');
  await slow.expectRequests({ operation: 'submitFeedback' }, { atLeast: 2 });
  expect(await slow.journal({ status: '2xx' })).toHaveLength(2);
  await again;
});

test('a check with a request that does not end takes one time limit', async () => {
  const slow = await open('stuck', { timeoutMs: 1500 });
  send(slow, 'slow-submission').catch(() => {});
  await slow.expectRequests({ operation: 'submitFeedback' }, { atLeast: 1 });
  const started = performance.now();
  await expect(slow.expectRequests({ status: '2xx' }, none)).rejects.toThrow('may match: POST');
  expect(performance.now() - started).toBeLessThan(2900);
});

test('a request that is still pending at the time limit makes a number unknown', async () => {
  const slow = await open('slow', { timeoutMs: 500 });
  send(slow, 'slow-submission').catch(() => {});
  await slow.expectRequests({ operation: 'submitFeedback' }, { atLeast: 1 });
  const message = /Request \d+ may match: POST .*, pending for \d\.\d s\./;
  await expect(slow.expectRequests({ status: '2xx' }, none)).rejects.toThrow(message);
  await expect(slow.journal({ status: '2xx' })).rejects.toThrow(message);
  // What a pending request has can be compared.
  await slow.expectRequests({ operation: 'getBrief' }, none);
  await slow.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
});

test.each([
  ['exactly: 0', (tester: Tester) => tester.expectRequests({ status: '5xx' }, none)],
  ['journal', (tester: Tester) => tester.journal({ status: '5xx' })],
  ['finish', (tester: Tester) => tester.finish()],
])('%s names the names that came if none came under its own', async (_, run) => {
  const tester = await open('owner');
  await getBrief(mock(), 'daily-harvest.anna');
  await getBrief(mock(), 'daily-harvest');
  await expect(run(tester)).rejects.toThrow(
    /No request has come under the name "owner" since .*Other names: .*anna \(daily-harvest\.anna\).*no name \(daily-harvest\)/,
  );
});

test('a test without requests says that it means it', async () => {
  const tester = await open('quiet');
  tester.allowNoRequests();
  await tester.expectRequests({}, none);
  expect(await tester.journal({})).toEqual([]);
  await tester.finish();
});

test.each(calls)('%s after the end of a test fails, and names the test', async (_, run) => {
  const kept = await openUsed('kept', { test: 'a message is sent' });
  await kept.finish();
  const message = /after the end of the test "a message is sent"/;
  await expect(run(kept)).rejects.toThrow(message);
  expect(() => kept.id('daily-harvest')).toThrow(message);
  expect(() => kept.pageUrl('daily-harvest')).toThrow(message);
});

test('a reset first reports what nobody expected, and removes nothing then', async () => {
  const tester = await openUsed('reset');
  await getBrief(mock(), tester.id('nobody'));
  await submit(mock(), { briefId: tester.id('daily-harvest'), text: '' });
  await expect(tester.reset()).rejects.toThrow(/nobody expected.*"nobody".*\n.*text/s);
  expect(await tester.journal({})).toHaveLength(3);
  tester.allowUnexpected({ key: ['nobody', 'daily-harvest'] });
  await tester.reset();
  // What was allowed has come, before the reset.
  await tester.finish();
});

test('finish reports what arrives within settleMs after the last line', async () => {
  const tester = await openUsed('beacon', { settleMs: 400 });
  setTimeout(20).then(() => getBrief(mock(), 'nobody.beacon'));
  await expect(tester.finish()).rejects.toThrow('nobody');
});

test.each<{ what: string; run: (tester: Tester) => Promise<unknown>; message: RegExp }>([
  { what: 'finish', run: (tester) => tester.finish(), message: /body .*fullName/ },
  { what: 'reset', run: (tester) => tester.reset(), message: /body .*fullName/ },
  {
    what: 'exactly: 0',
    run: (tester) => tester.expectRequests({ violations: true }, none),
    message: /got 1\.\n.*briefs\/real\.late/,
  },
])(
  '$what waits for a request to which a backend has not responded yet',
  async ({ run, message }) => {
    const arrivals: (() => void)[] = [];
    const backend = await startBackend((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' });
      arrivals.push(() => res.end('{}'));
    });
    const { url } = await startTestMock({ backend: new URL(backend.url) });
    const tester = await forTester('late', { url, settleMs: 0 });
    const read = getBrief({ url }, tester.id('real'));
    await tester.expectRequests({ operation: 'getBrief' }, { atLeast: 1 });
    await expect.poll(() => arrivals).toHaveLength(1);
    const result = run(tester);
    result.catch(() => {});
    await setTimeout(50);
    for (const respond of arrivals) respond();
    await read;
    await expect(result).rejects.toThrow(message);
  },
);

test('finish fails for a response that a backend does not complete in time', async () => {
  const backend = await startBackend(() => {});
  const { url } = await startTestMock({ backend: new URL(backend.url) });
  const tester = await forTester('never', { url, settleMs: 0, timeoutMs: 500 });
  getBrief({ url }, tester.id('real')).catch(() => {});
  await tester.expectRequests({ operation: 'getBrief' }, { atLeast: 1 });
  await expect(tester.finish()).rejects.toThrow(/GET \S+, pending for \d\.\d s\./);
});

test('a fetch that a test has replaced is not used', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
  onTestFinished(() => void vi.unstubAllGlobals());
  const tester = await open('stub', { timeoutMs: 0 });
  await expect(tester.expectRequests({ operation: 'getBrief' }, { exactly: 1 })).rejects.toThrow();
});

test('a reply of something else than the mock is rejected', async () => {
  const { url } = await startBackend((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await expect(forTester('other', { url })).rejects.toThrow(
    'expected a mock, got a response without a position',
  );
});

test('of two equal calls, one that has not settled is an error', async () => {
  const replies = [1, 2].map(() => JSON.stringify({ since: 'aaaaaaaa:1', entries: [] }));
  const { url } = await startBackend((_req, res) => {
    const reply = replies.shift();
    if (reply !== undefined) res.end(reply);
  });
  const tester = await forTester('first', { url });
  const calls = [1, 2].map(() => tester.journal({}));
  const [settled] = calls;
  for (const call of calls) call.catch(() => {});
  await settled;
  await expect(tester.finish()).rejects.toThrow('  journal/find ');
});

test('a reply to another tester is rejected', async () => {
  const replies = ['aaaaaaaa', 'bbbbbbbb'].map((tester) =>
    JSON.stringify({ since: `${tester}:1`, entries: [] }),
  );
  const { url } = await startBackend((_req, res) => void res.end(replies.shift()));
  const tester = await forTester('first', { url });
  await expect(tester.journal({})).rejects.toThrow('xpected a response of the mock, got');
});

test.each([{ what: 'settleMs', testerOptions: { settleMs: 400 }, message: /nobody/ }])(
  'a fixture has the option $what, and errors name the test',
  async ({ testerOptions, message }) => {
    const { url } = mock();
    const use = async (tester: Tester) => {
      await tester.addScenarios({ 'unused-brief': { operation: 'getBrief', status: 500 } });
      await getBrief({ url }, tester.id('daily-harvest'));
      kept = tester;
      if (testerOptions.settleMs > 0)
        setTimeout(20).then(() => getBrief({ url }, `nobody.${tester.name}`));
    };
    let kept: Tester | undefined;
    const task = { name: 'a title', result: { state: 'pass' } };
    const ofVitest = vitest.tester({ task, testerOptions: { ...testerOptions, url } }, use);
    await expect(ofVitest).rejects.toThrow(message);
    await expect(kept?.journal({})).rejects.toThrow('after the end of the test "a title"');
    const info = { title: 'b', status: 'passed', expectedStatus: 'passed', attach: async () => {} };
    const ofPlaywright = playwright.tester({ baseURL: url, testerOptions }, use, info);
    await expect(ofPlaywright).rejects.toThrow(message);
    await expect(kept?.journal({})).rejects.toThrow('after the end of the test "b"');
  },
);

const json = { method: 'POST', headers: { 'Content-Type': 'application/json' } };

test.each<[what: string, path: string, init?: RequestInit]>([
  ['to an unknown path', '/rest/subscriber-feedback/brief/daily-harvest.NAME'],
  ['with an unknown method', '/rest/subscriber-feedback/briefs/daily-harvest.NAME', json],
  ['with the id in another parameter', '/rest/subscriber-feedback/brief?id=a%2ENAME&b'],
  ['with an id in the body', '/rest/form', { ...json, body: '{"briefId":"daily-harvest.NAME"}' }],
  [
    'with a body that is no JSON',
    '/rest/subscriber-feedback/form-submit',
    { ...json, body: '{"briefId":"daily-harvest.NAME"' },
  ],
])('finish reports a request %s that has the name', async (_, path, init = {}) => {
  const own = await openUsed('lost');
  const body = typeof init.body === 'string' ? init.body.replace('NAME', 'lost') : null;
  await fetch(mock().url + path.replace('NAME', 'lost'), { ...init, body });
  await expect(own.finish()).rejects.toThrow(/which nobody expected: /);
});

test('in front of a backend, a check of an id that nothing has had is an error', async () => {
  const backend = await startBackend();
  const { url } = await startTestMock({ backend: new URL(backend.url) });
  const real = await forTester('real', { url, settleMs: 0 });
  await getBrief({ url }, real.id('real-news'));
  await real.expectRequests({ key: 'real-news' }, { exactly: 1 });
  const checks = [
    (filter: RequestPattern) => real.expectRequests(filter, none),
    (filter: RequestPattern) => real.journal(filter),
  ];
  for (const check of checks) {
    await expect(check({ key: 'reel-news' })).rejects.toThrow('got "reel-');
    await expect(check({ query: { pgae: '2' } })).rejects.toThrow('query.pgae: expected none');
    await expect(check({ header: { 'X-Foo': 'a' } })).rejects.toThrow('header.X-Foo: expected');
  }
  real.allowNoRequests();
  await real.expectRequests({ key: 'reel-news' }, none);
});

test('journal waits settleMs for a request too many', async () => {
  const own = await openUsed('early', { settleMs: 300 });
  await send(own, 'daily-harvest');
  setTimeout(50).then(() => send(own, 'daily-harvest'));
  expect(await own.journal({ operation: 'submitFeedback' })).toHaveLength(2);
});

test('nothing is counted as none after a reset until a request has come', async () => {
  const own = await openUsed('again');
  await own.reset();
  const message = /No request has come under the name "again" since /;
  await expect(own.expectRequests({ status: '5xx' }, none)).rejects.toThrow(message);
  await expect(own.journal({})).rejects.toThrow(message);
  await getBrief(mock(), own.id('daily-harvest'));
  await own.expectRequests({ status: '5xx' }, none);
  await own.reset();
  await own.finish();
});
