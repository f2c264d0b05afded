import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildClient } from '../build/buildClient.ts';
import { startStack } from '../stack/startStack.ts';
import { chromiumArguments, findChromium } from './findChromium.ts';
import { renderGallery } from './renderGallery.ts';
import { type GalleryOptions, type Picture, takePictures } from './takePictures.ts';

/**
 * Starts the stack on free ports and writes the pictures and `index.html`.
 * @returns the number of violations that axe found, which are printed
 */
export async function writeGallery(
  options: Pick<GalleryOptions, 'directory' | 'filter'>,
): Promise<number> {
  const env = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0', LOG_LEVEL: 'silent' };
  const stack = await startStack(env, { build: () => buildClient() });
  const browser = await chromium.launch({
    executablePath: findChromium(process.env, console.log),
    args: chromiumArguments,
  });
  const pictures: Picture[] = [];
  try {
    mkdirSync(options.directory, { recursive: true });
    for await (const picture of takePictures({ ...options, browser, hostUrl: stack.host.url })) {
      pictures.push(picture);
      for (const violation of picture.violations) {
        console.error(`${picture.file}: ${violation.join('\n  ')}`);
      }
    }
    writeFileSync(join(options.directory, 'index.html'), renderGallery(pictures));
    console.log(`${pictures.length} pictures`);
  } finally {
    await browser.close();
    await stack.close();
  }
  return pictures.reduce((sum, { violations }) => sum + violations.length, 0);
}
