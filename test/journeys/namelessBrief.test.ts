import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey.for(['nameless-brief', 'null-brief', 'empty-brief'])(
  '%s has a working form and links with an empty name',
  async (id, { page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix(id)}/contact`);
    const { heading, helpLinks, fill, submit, thankYou } = feedbackPage(page);
    await helpLinks.waitFor();
    expect(await heading.textContent()).toBe('Feedback for ');
    const unsubscribe = page.getByRole('link', { name: 'I want to unsubscribe' });
    expect(await unsubscribe.getAttribute('href')).toContain('?b=&sid=3141592&rc=FEEDBACK');
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
  },
);
