import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { basePath } from '../../client/routes.ts';
import { findViolations } from './findViolations.ts';
import { openState } from './openState.ts';
import { type State, states } from './states.ts';

/** A state at one width in one style. */
export interface Picture {
  state: string;
  description: string;
  style: string;
  width: number;
  /** The name of the file, a PNG. */
  file: string;
  /** Each rule of axe that the page violates, followed by the HTML of the elements. */
  violations: readonly string[][];
}

interface Style {
  name: string;
  context?: BrowserContextOptions;
  /** In px, 16 by default. */
  textSize?: number;
}

/** The ways in which people see the page. axe checks the first. */
const styles: readonly Style[] = [
  { name: 'light' },
  { name: 'forced-light', context: { forcedColors: 'active', colorScheme: 'light' } },
  { name: 'forced-dark', context: { forcedColors: 'active', colorScheme: 'dark' } },
  { name: 'text-200', textSize: 32 },
];

const screens = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

type Screen = (typeof screens)[number];

export interface GalleryOptions {
  browser: Browser;
  hostUrl: string;
  directory: string;
  /** Only takes the pictures with this text in the name of their file. */
  filter: string;
}

/** Takes a picture of every state in every style and width, each in a browser context of its own. */
export async function* takePictures(options: GalleryOptions): AsyncGenerator<Picture> {
  for (const [state, { description, medium }] of Object.entries<State>(states)) {
    for (const style of medium ? styles.slice(0, 1) : styles) {
      for (const screen of screens) {
        const file = `${state}-${style.name}-${screen.width}.png`;
        if (!file.includes(options.filter)) continue;
        const picture = { state, description, style: style.name, width: screen.width, file };
        yield { ...picture, violations: await takePicture(options, picture, style, screen) };
      }
    }
  }
}

async function takePicture(
  { browser, hostUrl, directory }: GalleryOptions,
  { state, file }: Pick<Picture, 'state' | 'file'>,
  style: Style,
  screen: Screen,
): Promise<string[][]> {
  const shown: State = states[state as keyof typeof states];
  const { medium, isFullPage } = shown;
  const context = await browser.newContext({
    ...style.context,
    viewport: screen,
    javaScriptEnabled: medium !== 'no JavaScript',
  });
  try {
    const page = await context.newPage();
    if (style.textSize) await setTextSize(page, style.textSize);
    await openState(page, `${hostUrl}${basePath}`, shown, crypto.randomUUID().slice(0, 8));
    if (medium === 'print') await page.emulateMedia({ media: 'print' });
    // Chromium resets the text size for a picture that is higher than the screen.
    const fullPage = Boolean(isFullPage) && !style.textSize;
    await page.screenshot({ path: join(directory, file), fullPage });
    // axe needs JavaScript.
    const isChecked = style === styles[0] && medium !== 'no JavaScript';
    return isChecked ? await findViolations(page) : [];
  } catch (cause) {
    throw new Error(`${file}: cannot take the picture`, { cause });
  } finally {
    await context.close();
  }
}

/** Sets the text size of the browser, which media queries in em also use. */
async function setTextSize(page: Page, textSize: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: textSize } });
}
