import type { Settings } from '../../../client/settings.ts';

/** Settings in which every value differs from the development defaults. */
export const testSettings: Settings = {
  providerName: 'Letterhouse',
  newsletterHost: 'https://letters.test',
  mainSiteHost: 'https://www.letterhouse.test',
  studioName: 'Letter Studio',
  studioPath: 'letter-studio',
  campaignCode: 'back again',
  specialSubscriberId: '{ABCDEF01-2345-6789-ABCD-EF0123456789}',
  termsUrl: 'https://holding.test/terms',
  californiaPrivacyUrl: 'https://holding.test/california',
  socialLinks: [{ name: 'Chirper', url: 'https://chirper.test/letterhouse' }],
  postalAddress: '7 Test Lane, Testville',
  captcha: { siteKey: 'test-key', scriptUrl: 'https://captcha.test/enterprise.js' },
};
