import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Request } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../command/findChromium.ts';
import { type LocalServer, listenLocally } from '../../stack/listenLocally.ts';
import { withResources } from '../processes/withResources.ts';
import type { RoundOptions } from './measureRates.ts';
import { compare, median, type Row } from './report.ts';
import { startPage } from './servers.ts';

/** Slow 4G and a mid-range phone, as in Lighthouse. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;

/** Milliseconds since the navigation; 0 for what did not happen. */
interface Timings {
  firstPaint: number;
  briefRequested: number;
  briefReceived: number;
  /** When the form is in the page and can be written in. */
  typingPossible: number;
  /** When the page's first script file has run, so that the form can be sent. */
  scriptRun: number;
}

/** Measures first visits of the feedback page on a slow phone, and of its document without scripts. */
export function measureVisit({ rounds }: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const { feedback } = await startPage(use, directory);
    const scriptless = use(await startScriptlessPage(feedback));
    const executablePath = findChromium(process.env, console.log);
    const browser = use(await chromium.launch({ executablePath, args: chromiumArguments }));
    const ours: Timings[] = [];
    const peer: Timings[] = [];
    let received: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { timings, sizes } = await visit(browser, feedback, true);
      ours.push(timings);
      received = sizes;
      peer.push((await visit(browser, scriptless.url, false)).timings);
    }
    const of = (name: keyof Timings, visits = ours) => median(visits.map((it) => it[name]));
    const bytes = received.reduce((sum, size) => sum + size, 0);
    return [
      {
        work: 'received until the form can be sent, kB',
        ours: bytes / 1000,
        goal: { atMost: 102 },
      },
      {
        work: 'requests until the form can be sent',
        ours: received.length,
        goal: { atMost: 3 },
      },
      ...compare('first paint on a slow phone, ms', of('firstPaint'), [
        {
          name: 'without script, stylesheet linked',
          value: of('firstPaint', peer),
          goal: { atMost: 0.8 },
        },
      ]),
      { work: 'brief requested, ms', ours: of('briefRequested') },
      ...compare('brief received, ms', of('briefReceived'), [
        { name: 'our script has run', value: of('scriptRun'), goal: { atMost: 1 } },
      ]),
      ...compare('typing possible, ms', of('typingPossible'), [
        { name: 'our script has run', value: of('scriptRun'), goal: { atMost: 0.5 } },
      ]),
    ];
  });
}

/** Serves the document at `url` without scripts, and with its stylesheets in one linked file. */
async function startScriptlessPage(url: string): Promise<LocalServer> {
  const html = await (await fetch(url)).text();
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
  const page = html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<link rel="(modulepreload|preload)"[^>]*>/g, '')
    .replace('</head>', '<link rel="stylesheet" href="/page.css"></head>');
  const stylesheet = brotliCompressSync(styles.map(([, css]) => css).join('\n'));
  const document = brotliCompressSync(page);
  const server = createServer((req, res) => {
    const isStylesheet = req.url === '/page.css';
    res.setHeader('Content-Type', isStylesheet ? 'text/css' : 'text/html; charset=utf-8');
    res.setHeader('Content-Encoding', 'br');
    res.end(isStylesheet ? stylesheet : document);
  });
  return listenLocally(server);
}

/**
 * Opens a URL with an empty cache and closes it when the form can be sent, or after the first paint.
 * @returns also the bytes of each response, with headers
 */
async function visit(browser: Browser, url: string, hasForm: boolean) {
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
    await page.waitForFunction((isFormExpected) => {
      const { timings } = globalThis as unknown as { timings: Timings };
      return timings.firstPaint > 0 && (timings.scriptRun > 0 || !isFormExpected);
    }, hasForm);
    const timings: Timings = await page.evaluate('timings');
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    return {
      timings,
      sizes: sizes.map((size) => size.responseHeadersSize + size.responseBodySize),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page. As text, because this folder has no types of the browser. */
const recordTimings = `
  globalThis.timings = { firstPaint: 0, briefRequested: 0, briefReceived: 0, typingPossible: 0, scriptRun: 0 };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') timings.firstPaint = startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime, responseEnd } of list.getEntries()) {
      if (!name.includes('/briefs/') || timings.briefReceived) continue;
      timings.briefRequested = startTime;
      timings.briefReceived = responseEnd;
    }
  }).observe({ type: 'resource', buffered: true });
  document.addEventListener('load', ({ target }) => {
    if (target instanceof HTMLScriptElement && target.src) timings.scriptRun ||= performance.now();
  }, true);
  const observer = new MutationObserver(() => {
    if (!document.querySelector('form textarea:enabled')) return;
    observer.disconnect();
    timings.typingPossible = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
`;
