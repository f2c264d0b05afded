import { expect } from 'vitest';
import { developmentDefaults } from '../../scripts/developmentDefaults.ts';
import { feedbackPage } from '../support/feedbackPage.ts';
import { tour } from '../support/journey.ts';

const special = developmentDefaults({}).SPECIAL_SUBSCRIBER_ID ?? '';

tour.for([special.toLowerCase(), special.toUpperCase()])(
  'the special subscriber %s sees the form but no help links',
  async (subscriberId, { page, visit }) => {
    await visit(`/${subscriberId}/daily-harvest/contact`);
    const { submit, helpLinks } = feedbackPage(page);
    await submit.waitFor();
    expect(await helpLinks.count()).toBe(0);
  },
);
