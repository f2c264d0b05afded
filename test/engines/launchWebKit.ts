import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, type WebElement } from 'selenium-webdriver';
import { DriverService } from 'selenium-webdriver/remote';
import { keepAlerts } from '../page/fixtures/openState.ts';
import type { Engine } from './enginePage.ts';

/** The paths of the browser for GTK 3. In that of GTK 4, webkitgtk-6.0, the driver has no mouse and no keyboard. */
const usualPaths = '/usr/{lib/*,libexec}/webkit2gtk-4.1/MiniBrowser';

/** The elements that can have each role, because WebKit takes 50 ms to compute those of all. */
const selectors: Record<string, string> = {
  alert: '[role=alert]',
  group: '[role=group]',
  link: 'a',
  region: 'section',
  status: '[role=status]',
  textbox: 'input, textarea',
};

/**
 * Starts the browser of WebKitGTK on the current display, through its driver.
 * @throws if there is no display, or they are not installed
 */
export async function launchWebKit(): Promise<Engine<WebElement>> {
  const [binary] = globSync(usualPaths);
  if (!binary || !process.env.DISPLAY) {
    throw new Error(
      'These tests need `npm run test:webkit` and WebKitGTK (on Debian: apt install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb xauth).',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  // Without space around its buttons, the window can be as narrow as a phone.
  writeFileSync(join(folder, 'gtk-3.0', 'gtk.css'), 'button, entry { padding: 0; min-width: 0 }');
  const environment = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    // A container has no permissions for a sandbox.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  const service = new DriverService.Builder('WebKitWebDriver')
    .setLoopback(true)
    .setEnvironment(environment as Record<string, string>)
    .build();
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  const errors: string[] = [];
  const collectErrors = async () => {
    errors.push(...(await driver.executeScript<string[]>(takePageErrors)));
  };
  /** Navigates, and runs the scripts that change the page: WebDriver cannot run them before those of the page. */
  const load = async (navigation: () => Promise<void>) => {
    await collectErrors();
    await navigation();
    await driver.executeScript(keepAlerts);
    await driver.executeScript(keepErrors);
  };
  /** Finds elements with a script, because after going back the driver itself finds those of the page before. */
  const findAll = (selector: string) =>
    driver.executeScript<WebElement[]>(
      (selectors: string) => [...document.querySelectorAll(selectors)],
      selector,
    );
  return {
    goto: (url) => load(() => driver.get(url)),
    reload: () => load(() => driver.navigate().refresh()),
    goBack: () => load(() => driver.navigate().back()),
    setViewportSize: (size) => driver.manage().window().setRect(size),
    press: (text) => driver.actions().sendKeys(text).perform(),
    click: (element) => element.click(),
    async compose() {
      throw new Error('The driver of WebKitGTK has no input method.');
    },
    findAll,
    async findByRole(role, name) {
      const elements = await findAll(selectors[role] ?? role);
      const isMatch = await Promise.all(
        elements.map(async (element) => {
          // The driver responds with an error if a screen reader does not find the element.
          const computedRole = await element.getAriaRole().catch(() => undefined);
          return computedRole === role && (!name || (await element.getAccessibleName()) === name);
        }),
      );
      return elements.filter((_, index) => isMatch[index]);
    },
    call: (callback, ...args) => driver.executeScript(callback as never, ...args),
    async takeErrors() {
      await collectErrors();
      return errors.splice(0);
    },
    async close() {
      await driver.quit();
      await service.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

declare global {
  /** The errors that the console of the page has shown. */
  var pageErrors: string[] | undefined;
}

const takePageErrors = () => globalThis.pageErrors?.splice(0) ?? [];

function keepErrors() {
  if (globalThis.pageErrors) return;
  const errors: string[] = [];
  globalThis.pageErrors = errors;
  console.error = (...args: unknown[]) => errors.push(args.join(' '));
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ type, effectiveDirective }) =>
    errors.push(`${type}: ${effectiveDirective}`),
  );
}
