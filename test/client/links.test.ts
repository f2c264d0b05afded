import { expect, test } from 'vitest';
import { helpUrls } from '../../client/links.ts';
import type { Settings } from '../../client/settings.ts';

const settings = {
  newsletterHost: 'https://letters.test',
  mainSiteHost: 'https://www.letters.test',
  campaignCode: 'come back',
  specialSubscriberId: '0feedbac-0000-4000-8000-00000000ABCD',
  termsUrl: 'https://holding.test/terms',
} as Settings;

const brief = { name: 'Food & Drink\ud83c', fullName: '' };

test('names, ids and codes are URL-encoded in the help links, without half of a surrogate pair', () => {
  expect(helpUrls(settings, brief, '{a&b}')).toEqual({
    resubscribe: 'https://letters.test/Food%20%26%20Drink?campaign=come%20back',
    unsubscribe:
      'https://letters.test/UnSubscribe.jsp?b=Food%20%26%20Drink&sid=%7Ba%26b%7D&rc=FEEDBACK',
    updateEmail: 'https://letters.test/changeEmail.jsp?sid=%7Ba%26b%7D',
    uyd: 'https://letters.test/uyd/updateAccount.action?briefName=Food%20%26%20Drink&subscriberid=%7Ba%26b%7D',
    terms: 'https://holding.test/terms',
    privacy: 'https://www.letters.test/privacy-cookie-policy',
  });
});

test.each(['0feedbac-0000-4000-8000-00000000abcd', '{0FEEDBAC-0000-4000-8000-00000000ABCD}'])(
  'the special subscriber, in any case and in braces, has no help links: %s',
  (id) => {
    expect(helpUrls(settings, brief, id)).toBeUndefined();
  },
);
