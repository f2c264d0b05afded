import { type Browser, chromium, type Request } from 'playwright-core';
import { startMock } from '../../mock-api/startMock.ts';
import { launchOptions } from '../command/findChromium.ts';
import { median, type Row } from './formatTable.ts';
import type { RoundOptions } from './measureRates.ts';
import { feedbackPath, startBuiltHost } from './startBuiltHost.ts';
import { withResources } from './withResources.ts';

/** The network and the processor of a mid-range phone on slow 4G, as in Lighthouse. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;

/** The milliseconds since the navigation. */
interface Timings {
  /** The time when the form is in the page and accepts text. */
  typingPossible: number;
  /** The time when the page's first script file has run, so that the form can be sent. */
  scriptRun: number;
}

/** Measures first visits of the feedback page on a slow phone. */
export function measureVisit({ rounds }: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const mock = use(await startMock({ port: 0 }));
    const host = use(await startBuiltHost({ directory, backendUrl: mock.url }));
    const browser = use(await chromium.launch(launchOptions()));
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    for (let round = 0; round < rounds; round++) {
      visits.push(await visit(browser, host.url + feedbackPath));
    }
    const of = (figure: keyof (typeof visits)[number]) => median(visits.map((it) => it[figure]));
    const peer = { name: 'our script has run', value: of('scriptRun') };
    return [
      { work: 'document, kB', ours: of('documentSize') / 1000, goal: { atMost: 9 } },
      {
        work: 'received until the form can be sent, kB',
        ours: of('receivedSize') / 1000,
        goal: { atMost: 102 },
      },
      {
        work: 'requests until the form can be sent',
        ours: of('requestCount'),
        goal: { atMost: 3 },
      },
      { work: 'typing possible, ms', ours: of('typingPossible'), peer, goal: { atMost: 0.5 } },
    ];
  });
}

/** Opens a URL with an empty cache and closes it when the form can be sent. */
async function visit(browser: Browser, url: string) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith('http')) requests.push(request);
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.addInitScript({ content: recordTimings });
    await page.goto(url, { waitUntil: 'commit' });
    // A function, because the page's policy forbids a string.
    await page.waitForFunction(() => (globalThis as unknown as Timings).scriptRun > 0);
    const timings: Timings = await page.evaluate('({ typingPossible, scriptRun })');
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const received = sizes.map((it) => it.responseHeadersSize + it.responseBodySize);
    return {
      ...timings,
      documentSize: sizes[0]?.responseBodySize ?? Number.NaN,
      receivedSize: received.reduce((sum, size) => sum + size),
      requestCount: requests.length,
    };
  } finally {
    await context.close();
  }
}

/** A script that runs in the page, as text, because this folder has no types of the browser. */
const recordTimings = `
  globalThis.typingPossible = globalThis.scriptRun = 0;
  document.addEventListener('load', ({ target }) => {
    if (target instanceof HTMLScriptElement && target.src) scriptRun ||= performance.now();
  }, true);
  const observer = new MutationObserver(() => {
    if (!document.querySelector('form textarea:enabled')) return;

    observer.disconnect();
    typingPossible = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
`;
