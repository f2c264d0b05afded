import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { basePath } from '../../client/routes.ts';
import { buildClient } from '../build/buildClient.ts';
import { startStack } from '../stack/startStack.ts';
import { chromiumArguments, findChromium } from './findChromium.ts';
import { findViolations } from './findViolations.ts';
import { openState } from './openState.ts';
import { type State, states } from './states.ts';

/** The ways in which people see the page. axe checks the first. A text size is in px, 16 by default. */
const styles: Record<string, BrowserContextOptions & { textSize?: number }> = {
  light: {},
  'forced-light': { forcedColors: 'active', colorScheme: 'light' },
  'forced-dark': { forcedColors: 'active', colorScheme: 'dark' },
  'text-200': { textSize: 32 },
};

const screens = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
] as const;

/** A state in one style at one width. */
interface Picture {
  state: State;
  style: string;
  screen: (typeof screens)[number];
  /** The name of the file, a PNG. */
  file: string;
}

/**
 * Starts the stack on free ports, takes the pictures whose file name contains `filter`, and writes them with
 * `index.html` into the directory.
 * @returns the number of violations that axe found, which are printed
 */
export async function takePictures(directory: string, filter: string): Promise<number> {
  const pictures = listPictures().filter(({ file }) => file.includes(filter));
  const env = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0', LOG_LEVEL: 'silent' };
  const stack = await startStack(env, { build: () => buildClient() });
  const executablePath = findChromium(process.env, console.log);
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  let violationCount = 0;
  try {
    mkdirSync(directory, { recursive: true });
    for (const picture of pictures) {
      const violations = await takePicture(browser, stack.host.url, directory, picture);
      for (const violation of violations) {
        console.error(`${picture.file}: ${violation.join('\n  ')}`);
      }
      violationCount += violations.length;
    }
    writeFileSync(join(directory, 'index.html'), renderPage(pictures));
  } finally {
    await browser.close();
    await stack.close();
  }
  return violationCount;
}

function listPictures(): Picture[] {
  return Object.entries<State>(states).flatMap(([name, state]) =>
    Object.keys(styles)
      .slice(0, state.medium ? 1 : undefined)
      .flatMap((style) =>
        screens.map((screen) => {
          return { state, style, screen, file: `${name}-${style}-${screen.width}.png` };
        }),
      ),
  );
}

/** Takes a picture in a browser context of its own. Returns what axe has found. */
async function takePicture(
  browser: Browser,
  hostUrl: string,
  directory: string,
  { state, style, screen, file }: Picture,
): Promise<string[][]> {
  const { medium, isFullPage = false } = state;
  const { textSize, ...colors } = styles[style] ?? {};
  const javaScriptEnabled = medium !== 'no JavaScript';
  const context = await browser.newContext({ ...colors, viewport: screen, javaScriptEnabled });
  try {
    const page = await context.newPage();
    if (textSize) {
      const session = await context.newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: textSize } });
    }
    await openState(page, `${hostUrl}${basePath}`, state, crypto.randomUUID().slice(0, 8));
    if (medium === 'print') await page.emulateMedia({ media: 'print' });
    // Chromium resets the text size for a picture that is higher than the screen.
    const fullPage = isFullPage && !textSize;
    await page.screenshot({ path: join(directory, file), fullPage });
    return style === 'light' && javaScriptEnabled ? await findViolations(page) : [];
  } catch (cause) {
    throw new Error(`${file}: cannot take the picture`, { cause });
  } finally {
    await context.close();
  }
}

function renderPage(pictures: readonly Picture[]): string {
  const figures = pictures.map(
    ({ state, file }) => `<figure>
<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>
<figcaption>${file}: ${state.description}</figcaption>
</figure>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; background: #ddd; display: flex; flex-wrap: wrap; }
img { max-width: 45vw; max-height: 90vh; }
figcaption { max-width: 20rem; }
</style>
${figures.join('\n')}
</html>
`;
}
