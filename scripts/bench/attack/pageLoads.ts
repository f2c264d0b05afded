import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../browser/findChromium.ts';
import { loadPage } from '../../browser/loadPage.ts';
import type { Random } from '../../fuzz/random.ts';
import { startRollout } from '../../stack/startRollout.ts';
import type { AttackResult } from './startTarget.ts';

const loadCount = 100;
const tabCount = 3;

/** Loads the page while a load balancer picks one of two releases at random for each request. */
export async function loadDuringRollout(random: Random): Promise<AttackResult> {
  const rollout = await startRollout(random.pick);
  const browser = await chromium.launch({
    executablePath: findChromium(process.env, console.log),
    args: chromiumArguments,
  });
  try {
    let [started, resisted, withMissing] = [0, 0, 0];
    const runTab = async () => {
      while (started++ < loadCount) {
        const { outcome, missingCount } = await loadPage(browser, rollout.url, 60_000);
        if (outcome === 'ready') resisted++;
        else console.log(`  ${outcome}`);
        if (missingCount > 0) withMissing++;
      }
    };
    await Promise.all(Array.from({ length: tabCount }, runTab));
    const note = `${withMissing} with a file of the other release`;
    return { attempts: loadCount, resisted, note };
  } finally {
    await browser.close();
    await rollout.close();
  }
}
