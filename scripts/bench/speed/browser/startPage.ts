import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startMock } from '../../../../mock-api/startMock.ts';
import { chromiumArguments, findChromium } from '../../../browser/findChromium.ts';
import { feedbackPath, indexPath, startBuiltHost } from '../load/startBuiltHost.ts';
import type { Defer } from '../withCleanup.ts';

/** Starts the built host with the mock behind it and returns the URLs of its pages. */
export async function startPage(defer: Defer) {
  const directory = mkdtempSync(join(tmpdir(), 'speed-page-'));
  defer(() => rmSync(directory, { recursive: true }));
  const mock = await startMock({ port: 0 });
  defer(mock.close);
  const host = await startBuiltHost(join(directory, 'host.log'), {
    backendUrl: mock.url,
  });
  defer(host.stop);
  return { feedbackUrl: host.url + feedbackPath, indexUrl: host.url + indexPath };
}

export async function startBrowser(defer: Defer) {
  const browser = await chromium.launch({
    executablePath: findChromium(process.env, console.log),
    args: chromiumArguments,
  });
  defer(() => browser.close());
  return browser;
}
