import type { Page } from 'playwright-core';

/** The feedback page as a subscriber finds their way in it: by role, label and text. */
export function feedbackPage(page: Page) {
  const subject = page.getByLabel('Subject');
  const message = page.getByLabel('Message');
  const submit = page.getByRole('button', { name: 'Submit' });
  return {
    heading: page.getByRole('heading', { level: 1 }),
    helpLinks: page.getByTestId('help-links'),
    subject,
    message,
    submit,
    thanks: page.getByText('Thank you! Your feedback has been received'),
    restore: page.getByRole('button', { name: 'Restore' }),
    /** An alert of the stack, by its text. */
    alert: (text: string) => page.locator('.alert-stack .alert').filter({ hasText: text }),
    alerts: page.locator('.alert-stack .alert'),
    async write(fields: { subject: string; message: string }) {
      await subject.fill(fields.subject);
      await message.fill(fields.message);
    },
    /** What both fields hold. */
    async written() {
      return { subject: await subject.inputValue(), message: await message.inputValue() };
    },
  };
}

export const note = { subject: 'Thank you', message: 'I read you\nevery morning.' };
export const empty = { subject: '', message: '' };
