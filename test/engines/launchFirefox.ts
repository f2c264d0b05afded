import { existsSync } from 'node:fs';
import { type Browser, type ElementHandle, launch } from 'puppeteer-core';
import { keepAlerts } from '../page/fixtures/openState.ts';
import type { Engine } from './enginePage.ts';

const usualPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Preferences that save the second of a spare process for a next tab, and let Tab stop at links on macOS. */
const extraPrefsFirefox = {
  'dom.ipc.processPrelaunch.enabled': false,
  'accessibility.tabfocus': 7,
};

interface FirefoxOnly {
  /** Returns for each accessible name of a field whether it is required or invalid, as a screen reader is told. */
  readStates(names: readonly string[]): Promise<string[]>;
}

/**
 * Starts the Firefox of `FIREFOX_PATH` or of a usual path without a window.
 * @throws if there is none
 */
export async function launchFirefox(): Promise<Engine<ElementHandle> & FirefoxOnly> {
  const executablePath = process.env.FIREFOX_PATH || usualPaths.find((each) => existsSync(each));
  if (!executablePath) {
    throw new Error(
      'These tests need Firefox. Install it (on Debian: apt install firefox-esr), or set FIREFOX_PATH to its path.',
    );
  }
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox,
    // Lets `compose` use what only the browser itself may.
    args: ['--remote-allow-system-access'],
  });
  // The tab that Firefox starts with has no focus, so that no key activates a button in it.
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(keepAlerts);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push((error as Error).message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // Leaves a page that asks first.
  page.on('dialog', (dialog) => dialog.accept());
  return {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    goBack: () => page.goBack(),
    setViewportSize: (size) => page.setViewport(size),
    press: (text) => page.keyboard.type(text),
    click: (element) => element.click(),
    compose: (versions) => callInBrowser(browser, composeText, versions),
    readStates: async (names) => (await callInBrowser(browser, readStates, names)).split('\n'),
    findAll: (selector) => page.$$(selector),
    findByRole: (role, name) => page.$$(`aria/${name}[role="${role}"]`),
    call: (callback, ...args) => page.evaluate(callback as never, ...args),
    async takeErrors() {
      // Firefox sends the errors of the page before its response.
      await page.title();
      return errors.splice(0);
    },
    close: () => browser.close(),
  };
}

/**
 * Composes a text. Runs in the window of the browser, with its rights, through the interface of Firefox's own tests:
 * https://searchfox.org/firefox-main/source/dom/interfaces/base/nsITextInputProcessor.idl
 */
const composeText = `(...versions) => {
  const processor = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
  processor.beginInputTransactionForTests(window);
  for (const text of versions) {
    processor.setPendingCompositionString(text);
    processor.appendClauseToPendingComposition(text.length, processor.ATTR_RAW_CLAUSE);
    processor.flushPendingComposition();
  }
  processor.commitComposition();
}`;

/** Returns a line for each name: whether its element is required or invalid. Runs in the window of the browser. */
const readStates = `(...names) => {
  const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
  const { STATE_INVALID, STATE_REQUIRED } = Ci.nsIAccessibleStates;
  const findAll = (parent) => {
    const children = Array.from({ length: parent.childCount }, (_, index) => parent.getChildAt(index));
    return children.flatMap((child) => [child, ...findAll(child)]);
  };
  const all = findAll(service.getAccessibleFor(gBrowser.selectedBrowser));
  const describe = (name) => {
    const state = {};
    const found = all.find((each) => each.name === name && each.role === Ci.nsIAccessibleRole.ROLE_ENTRY);
    found?.getState(state, {});
    return [state.value & STATE_REQUIRED && 'required', state.value & STATE_INVALID && 'invalid'];
  };
  return names.map((name) => describe(name).filter(Boolean).join(', ')).join('\\n');
}`;

/** Calls a function in the window of the browser, for which Puppeteer has no method. */
async function callInBrowser(
  browser: Browser,
  functionDeclaration: string,
  args: readonly string[],
): Promise<string> {
  const { connection } = browser as unknown as { connection: BidiConnection };
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const { result: called } = await connection.send('script.callFunction', {
    functionDeclaration,
    awaitPromise: false,
    target: { context: result.contexts[0]?.context },
    arguments: args.map((value) => ({ type: 'string', value })),
  });
  return called.result?.value ?? '';
}

interface BidiConnection {
  send(method: string, params: object): Promise<{ result: BidiResult }>;
}

/** The parts that are read of the results of `browsingContext.getTree` and `script.callFunction`. */
interface BidiResult {
  contexts: { context: string }[];
  result?: { value?: string };
}
