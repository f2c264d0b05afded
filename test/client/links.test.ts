import { expect, test } from 'vitest';
import { helpUrls } from '../../client/links.ts';
import type { Settings } from '../../client/settings.ts';

const settings = {
  newsletterHost: 'https://letters.test',
  mainSiteHost: 'https://www.letters.test',
  campaignCode: 'come back',
  specialSubscriberId: 'nobody',
  termsUrl: 'https://holding.test/terms',
} as Settings;

test('names, ids and codes are URL-encoded in the help links, without half of a surrogate pair', () => {
  const brief = { name: 'Food & Drink\ud83c', fullName: '' };
  expect(helpUrls(settings, brief, '{a&b}')).toMatchObject({
    resubscribe: 'https://letters.test/Food%20%26%20Drink?campaign=come%20back',
    updateEmail: 'https://letters.test/changeEmail.jsp?sid=%7Ba%26b%7D',
  });
});
