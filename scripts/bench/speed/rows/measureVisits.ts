import { createServer } from 'node:http';
import { listenLocally } from '../../../stack/listenLocally.ts';
import { startBrowser, startPage } from '../browser/startPage.ts';
import { startScriptlessPage } from '../browser/startScriptlessPage.ts';
import { type Timings, visit } from '../browser/visit.ts';
import type { RoundOptions } from '../load/measureRates.ts';
import { type Measurement, median } from '../measurement.ts';
import { withCleanup } from '../withCleanup.ts';

/** Measures visits of the feedback page on a slow phone, and of two documents without one. */
export function measureVisits({ rounds }: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const { feedbackUrl } = await startPage(defer);
    const scriptless = await startScriptlessPage(feedbackUrl);
    defer(scriptless.close);
    const oneWord = await listenLocally(
      createServer((_req, res) => {
        res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A</title>Word');
      }),
    );
    defer(oneWord.close);
    const browser = await startBrowser(defer);
    const ours: Timings[] = [];
    const peer: Timings[] = [];
    const floor: Timings[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push((await visit(browser, feedbackUrl, { isThrottled: true })).timings);
      const options = { isThrottled: true, hasForm: false };
      peer.push((await visit(browser, scriptless.url, options)).timings);
      floor.push((await visit(browser, oneWord.url, options)).timings);
    }
    const find = (name: keyof Timings, visits = ours) => median(visits.map((it) => it[name]));
    return [
      {
        work: 'first paint on a slow phone, ms',
        value: find('firstPaint'),
        peers: [
          {
            name: 'without script, stylesheet linked',
            value: find('firstPaint', peer),
            goal: { atMost: 0.8 },
          },
          { name: 'a document of one word', value: find('firstPaint', floor) },
        ],
      },
      { work: 'brief requested, ms', value: find('briefRequested') },
      {
        work: 'brief received, ms',
        value: find('briefReceived'),
        peers: [{ name: 'our script has run', value: find('scriptRun'), goal: { atMost: 1 } }],
      },
      { work: 'form usable, ms', value: find('formUsable') },
    ];
  });
}
