import { expect } from 'vitest';
import { developmentDefaults } from '../../scripts/stack/developmentDefaults.ts';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

const specialSubscriberId = developmentDefaults({}).SPECIAL_SUBSCRIBER_ID ?? '';

journey.for([specialSubscriberId.toLowerCase(), specialSubscriberId.toUpperCase()])(
  'the special subscriber %s sees the form but no help links',
  async (subscriberId, { page, visit }) => {
    await visit(`/${subscriberId}/daily-harvest/contact`);
    const { submit, helpLinks } = feedbackPage(page);
    await submit.waitFor();
    expect(await helpLinks.count()).toBe(0);
  },
);
