import { expect } from 'vitest';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { tour } from '../support/journey.ts';

tour.for(['nameless-brief', 'null-brief', 'empty-brief'])(
  '%s still gives a working form, and links with an empty name',
  async (id, { page, visit, keep }) => {
    await visit(`/3141592/${keep(id)}/contact`);
    const { heading, helpLinks, write, submit, thanks } = feedbackPage(page);
    await helpLinks.waitFor();
    expect(await heading.textContent()).toBe('Feedback for ');
    const unsubscribe = page.getByRole('link', { name: 'I want to unsubscribe' });
    expect(await unsubscribe.getAttribute('href')).toContain('?b=&sid=3141592&rc=FEEDBACK');
    await write(note);
    await submit.click();
    await thanks.waitFor();
  },
);
