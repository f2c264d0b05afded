import type { Browser, CDPSession } from 'playwright-core';

/** Slow 4G and a mid-range phone, as in Lighthouse. */
const slowPhone = {
  network: {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  },
  cpuSlowdown: 4,
} as const;

export interface VisitOptions {
  /** Simulates slow 4G and a four times slower CPU. */
  isThrottled?: boolean;
  /** Waits for the first paint instead of the form. */
  hasForm?: boolean;
}

/** Milliseconds since the navigation; 0 for what did not happen. */
export interface Timings {
  firstPaint: number;
  briefRequested: number;
  briefReceived: number;
  /** When the page's first script file has run. */
  scriptRun: number;
  /** When the form is in the page and its message field can be used. */
  formUsable: number;
}

interface Transfer {
  path: string;
  /** With headers. */
  bytes: number;
}

/** Opens a URL with an empty cache and closes it when the form can be used. */
export async function visit(
  browser: Browser,
  url: string,
  { isThrottled = false, hasForm = true }: VisitOptions = {},
): Promise<{ timings: Timings; transfers: Transfer[] }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const recorder = await recordTransfers(session);
    if (isThrottled) {
      await session.send('Network.emulateNetworkConditions', slowPhone.network);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.cpuSlowdown });
    }
    await page.addInitScript({ content: recordTimings });
    await page.goto(url, { waitUntil: 'commit' });
    // A function, because the page's policy forbids a string.
    await page.waitForFunction((isFormExpected) => {
      const { timings } = globalThis as unknown as { timings: Timings };
      return timings.firstPaint > 0 && (timings.formUsable > 0 || !isFormExpected);
    }, hasForm);
    const transfers = await recorder.finish();
    return { timings: await page.evaluate('timings'), transfers };
  } finally {
    await context.close();
  }
}

/** Runs in the page. As text, because this folder has no types of the browser. */
const recordTimings = `
  globalThis.timings = { firstPaint: 0, briefRequested: 0, briefReceived: 0, scriptRun: 0, formUsable: 0 };
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
    timings.formUsable = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
`;

/** Records every request over the network, and not data URLs. */
async function recordTransfers(session: CDPSession) {
  const paths = new Map<string, string>();
  const transfers = new Map<string, Transfer>();
  session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
    if (url.startsWith('http')) paths.set(requestId, new URL(url).pathname);
  });
  const finished = new EventTarget();
  const finish = (requestId: string, bytes: number) => {
    const path = paths.get(requestId);
    if (path !== undefined) transfers.set(requestId, { path, bytes });
    finished.dispatchEvent(new Event('finish'));
  };
  session.on('Network.loadingFinished', (event) =>
    finish(event.requestId, event.encodedDataLength),
  );
  session.on('Network.loadingFailed', (event) => finish(event.requestId, 0));
  await session.send('Network.enable');
  return {
    /** Resolves when every request so far has ended. */
    async finish(): Promise<Transfer[]> {
      while (transfers.size < paths.size) {
        await new Promise((resolve) =>
          finished.addEventListener('finish', resolve, { once: true }),
        );
      }
      return [...transfers.values()];
    },
  };
}
