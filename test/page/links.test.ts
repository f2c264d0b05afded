import { basePath } from '../../client/routes.ts';
import { startTestStack } from '../startTestStack.ts';
import { temporaryFile } from '../temporaryFiles.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';

/** All different from the development defaults, whose links are in `screens/`. */
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
  async ({ page, feedback: { heading, helpLinks, subject } }) => {
    const { host } = await startTestStack(settings);
    const brief = { name: 'Food & Drink', fullName: 'Food & Drink Weekly' };
    await page.route('**/briefs/*', (route) => route.fulfill({ json: brief }));
    await page.goto(`${host.url}${basePath}/{a&b}/food/contact/`);
    await helpLinks.waitFor();
    await expect(heading).toHaveText('Feedback for Food & Drink Weekly');
    await expect(helpLinks.locator('[data-key=resubscribe]')).toHaveAttribute(
      'href',
      'https://letters.test/Food%20%26%20Drink?campaign=come%20back',
    );
    const announced = page.locator('a', { hasText: '(opens in a new tab)' });
    const safe = page.locator('a[target=_blank][rel="noopener noreferrer"]');
    const newTabs = [announced, announced.and(safe), page.locator('a[target]')];
    for (const links of newTabs) await expect(links).toHaveCount(7);
    const footer = await page.getByRole('contentinfo').textContent();
    expect(footer).toMatch(/© 2023 Letterhouse.*7 Test Lane, Testville/s);

    const captchaScript = page.waitForRequest(/enterprise\.js/);
    await subject.focus();
    expect(new URL((await captchaScript).url()).search).toBe('?hl=de&render=explicit');
    for (const path of ['/{a&b}/food/contact', '/']) {
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
  "the provider's logo is shown with its style and its name, also on a page that expects another",
  async ({ page }) => {
    const { host } = await startTestStack({ LOGO_FILE: await temporaryFile('logo.svg', logo) });
    await page.goto(`${host.url}${basePath}/`);
    const image = page.getByRole('link', { name: 'Briefly', exact: true }).getByRole('img');
    const readColor = () =>
      image.evaluate(async (element) => {
        const shown = element as HTMLImageElement;
        await shown.decode();
        const context = document.createElement('canvas').getContext('2d');
        context?.drawImage(shown, 0, 0);
        return [...(context?.getImageData(5, 5, 1, 1).data ?? [])];
      });
    expect(await readColor()).toEqual([255, 255, 255, 255]);
    await image.evaluate((element) => {
      const shown = element as HTMLImageElement;
      shown.src = shown.src.replace(/logo-.*/, 'logo-0000000000000000.png');
    });
    expect(await readColor()).toEqual([255, 255, 255, 255]);
    expect((await boxOf(image)).height).toBe(32);
    for (const options of [{ forcedColors: 'active' }, { media: 'print' }] as const) {
      await page.emulateMedia(options);
      const background = image.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await background, `behind a white logo with ${Object.keys(options)}`).toBe(
        'rgb(7, 22, 48)',
      );
    }
  },
);
