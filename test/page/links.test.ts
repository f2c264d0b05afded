import { basePath } from '../../client/routes.ts';
import { startTestStack } from '../startTestStack.ts';
import { temporaryFile } from '../temporaryFiles.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';

/** Settings that all differ from the development defaults, whose links are in `screens/`. */
const settings = {
  PROVIDER_NAME: 'Letterhouse',
  NEWSLETTER_HOST: 'https://letters.test',
  MAIN_SITE_HOST: 'https://www.letterhouse.test',
  STUDIO_NAME: 'Letter Studio',
  STUDIO_PATH: 'made-to-measure',
  CAMPAIGN_CODE: 'come back',
  SPECIAL_SUBSCRIBER_ID: 'nobody',
  TERMS_URL: 'https://holding.test/terms',
  CALIFORNIA_PRIVACY_URL: 'https://holding.test/california',
  SOCIAL_LINKS: 'Chirper=https://chirper.test/letterhouse, Loop=https://loop.test/l',
  POSTAL_ADDRESS: '7 Test Lane, Testville',
  RECAPTCHA_SCRIPT_URL: '/mock/captcha/enterprise.js?hl=de',
};

journey(
  'every link and name follows the settings, and those that open a new tab say so',
  async ({ page, feedback: { helpLinks, subject } }) => {
    const { host } = await startTestStack(settings);
    await page.goto(`${host.url}${basePath}/1/daily-harvest/contact/`);
    await helpLinks.waitFor();
    const announced = page.locator('a', { hasText: '(opens in a new tab)' });
    const safe = page.locator('a[target=_blank][rel="noopener noreferrer"]');
    const newTabs = [announced, announced.and(safe), page.locator('a[target]')];
    for (const links of newTabs) await expect(links).toHaveCount(7);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(/© 2023 Letterhouse.*7 Test Lane, Testville/s);

    const captchaScript = page.waitForRequest(/enterprise\.js/);
    await subject.focus();
    expect(new URL((await captchaScript).url()).search).toBe('?hl=de&render=explicit');
    for (const path of ['/1/daily-harvest/contact', '/']) {
      await page.goto(`${host.url}${basePath}${path}`);
      await page.getByRole('contentinfo').waitFor();
      expect(await page.content()).not.toMatch(/example\.(com|org)|Briefly/);
    }
  },
);

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32">
  <style>.mark { fill: #fff }</style>
  <rect class="mark" width="120" height="32"/>
</svg>`;

journey(
  "the provider's logo is shown with its style and its name, in forced colours and print, too",
  async ({ page }) => {
    const { host } = await startTestStack({ LOGO_FILE: await temporaryFile('logo.svg', logo) });
    await page.goto(`${host.url}${basePath}/`);
    const image = page.getByRole('link', { name: 'Briefly', exact: true }).getByRole('img');
    const color = await image.evaluate(async (element) => {
      const shown = element as HTMLImageElement;
      await shown.decode();
      const context = document.createElement('canvas').getContext('2d');
      context?.drawImage(shown, 0, 0);
      return [...(context?.getImageData(5, 5, 1, 1).data ?? [])];
    });
    expect(color).toEqual([255, 255, 255, 255]);
    expect((await boxOf(image)).height).toBe(32);
    for (const options of [{ forcedColors: 'active' }, { media: 'print' }] as const) {
      await page.emulateMedia(options);
      await expect(image, 'behind a white logo').toHaveCSS('background-color', 'rgb(7, 22, 48)');
    }
  },
);
