import { expect, test } from 'vitest';
import { helpCards } from '../../client/links.ts';
import { testSettings } from '../support/host/settings.ts';

const brief = { name: 'Food & Drink', fullName: 'Food & Drink Weekly' };

const linksFor = (name: string, subscriberId: string) =>
  helpCards(testSettings, { ...brief, name }, subscriberId).map(({ title, links }) => [
    title,
    ...links.map(({ text, key, href }) => [text, key, href]),
  ]);

test('the help cards have the specified titles, texts and keys, and encoded URLs', () => {
  expect(linksFor('Food & Drink', '{3141/592}')).toEqual([
    [
      'I need help managing my subscriptions...',
      [
        'Resubscribe me',
        'resubscribe',
        'https://letters.test/Food%20%26%20Drink?campaign=back%20again',
      ],
      [
        'I want to unsubscribe',
        'unsubscribe',
        'https://letters.test/UnSubscribe.jsp?b=Food%20%26%20Drink&sid=%7B3141%2F592%7D&rc=FEEDBACK',
      ],
    ],
    [
      'I would like to update my information...',
      [
        'Update Email Address',
        'updateEmail',
        'https://letters.test/changeEmail.jsp?sid=%7B3141%2F592%7D',
      ],
      [
        'Update my profile',
        'uyd',
        'https://letters.test/uyd/updateAccount.action?briefName=Food%20%26%20Drink&subscriberid=%7B3141%2F592%7D',
      ],
    ],
    [
      'I have a question about policy...',
      ['Terms of Use', 'terms', 'https://holding.test/terms'],
      ['Privacy Policy', 'privacy', 'https://www.letterhouse.test/privacy-cookie-policy'],
    ],
  ]);
});

test('an empty brief name leaves its place in the URLs empty', () => {
  const hrefs = linksFor('', '1').flat(2);
  expect(hrefs).toContain('https://letters.test/?campaign=back%20again');
  expect(hrefs).toContain('https://letters.test/UnSubscribe.jsp?b=&sid=1&rc=FEEDBACK');
});
