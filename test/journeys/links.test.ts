import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { startTestStack } from '../support/startTestStack.ts';

/** All different from the development defaults. */
const settings = {
  PROVIDER_NAME: 'Letterhouse',
  NEWSLETTER_HOST: 'https://letters.test',
  MAIN_SITE_HOST: 'https://www.letterhouse.test',
  STUDIO_NAME: 'Letter Studio',
  STUDIO_PATH: 'made-to-measure',
  CAMPAIGN_CODE: 'come-back',
  SPECIAL_SUBSCRIBER_ID: 'nobody',
  TERMS_URL: 'https://holding.test/terms',
  CALIFORNIA_PRIVACY_URL: 'https://holding.test/california',
  SOCIAL_LINKS: 'Chirper=https://chirper.test/letterhouse, Loop=https://loop.test/l',
  POSTAL_ADDRESS: '7 Test Lane, Testville',
};

const site = settings.MAIN_SITE_HOST;

/** Text, URL and, if the link opens one, `new tab`. */
const header = [
  ['Letterhouse', `${site}/`],
  ['Subscriptions', `${site}/subscriptions`],
  ['Advertise', `${site}/advertise`, 'new tab'],
  ['Media Kits', `${site}/media-kits`, 'new tab'],
  ['Marketing insights', `${site}/resources`, 'new tab'],
  ['Partner', `${site}/partner`],
  ['Articles', `${site}/articles`],
  ['Letter Studio', `${site}/made-to-measure`],
];

const help = [
  ['Resubscribe me', 'https://letters.test/daily-harvest?campaign=come-back'],
  [
    'I want to unsubscribe',
    'https://letters.test/UnSubscribe.jsp?b=daily-harvest&sid=3141592&rc=FEEDBACK',
  ],
  ['Update Email Address', 'https://letters.test/changeEmail.jsp?sid=3141592'],
  [
    'Update my profile',
    'https://letters.test/uyd/updateAccount.action?briefName=daily-harvest&subscriberid=3141592',
  ],
  ['Terms of Use', 'https://holding.test/terms'],
  ['Privacy Policy', `${site}/privacy-cookie-policy`],
];

const footer = [
  ['About us', `${site}/about-us`],
  ['Contact', `${site}/contact-us`],
  ['Write for us', `${site}/write-for-us`],
  ['Careers', `${site}/careers`],
  ['Newsletters', `${site}/subscriptions`],
  ['Insights & Analysis', `${site}/articles`],
  ['Partnerships', `${site}/partner`],
  ['Marketing Resources', `${site}/resources`],
  ['Advertising Specs', `${site}/ad-specs`],
  ['Letter Studio', `${site}/made-to-measure`],
  ['Terms of Use', 'https://holding.test/terms', 'new tab'],
  ['Privacy & Cookies Policy', `${site}/privacy-cookie-policy`],
  ['California Privacy Rights', 'https://holding.test/california', 'new tab'],
  ['Chirper', 'https://chirper.test/letterhouse', 'new tab'],
  ['Loop', 'https://loop.test/l', 'new tab'],
];

journey(
  'the links of the header, the help cards and the footer match the specification',
  async ({ page }) => {
    const { host } = await startTestStack(settings);
    await page.goto(`${host.url}/app/subscriber-feedback/3141592/daily-harvest/contact`);
    await feedbackPage(page).helpLinks.waitFor();

    expect(await linksIn(page.getByRole('banner'))).toEqual(header);
    expect(await linksIn(feedbackPage(page).helpLinks)).toEqual(help);
    expect(await linksIn(page.getByRole('contentinfo'))).toEqual(footer);
    const footerText = await page.getByRole('contentinfo').textContent();
    expect(footerText).toContain('© 2023 Letterhouse');
    expect(footerText).toContain('7 Test Lane, Testville');
  },
);

journey(
  'with other settings, no URL or name of the development defaults remains',
  async ({ page }) => {
    const { host } = await startTestStack(settings);
    for (const path of ['/', '/3141592/daily-harvest/contact']) {
      await page.goto(`${host.url}/app/subscriber-feedback${path}`);
      await page.getByRole('contentinfo').waitFor();
      expect(await page.content()).not.toMatch(/example\.(com|org)|Briefly/);
    }
  },
);

/** The text, the URL and `new tab` of each link in an area. */
function linksIn(area: Locator) {
  return area.locator('a').evaluateAll((anchors) =>
    anchors.map((anchor) => {
      const text = anchor.querySelector('svg')?.getAttribute('aria-label') ?? anchor.textContent;
      const opensNewTab = anchor.getAttribute('target') === '_blank';
      const isSafe = anchor.getAttribute('rel') === 'noopener noreferrer';
      const isAnnounced = text.endsWith(' (opens in a new tab)');
      if (opensNewTab !== isSafe || opensNewTab !== isAnnounced) return [`${text} is inconsistent`];
      const name = text.replace(' (opens in a new tab)', '');
      return [name, anchor.getAttribute('href'), ...(opensNewTab ? ['new tab'] : [])];
    }),
  );
}
