import type { Page } from 'playwright-core';

/** The page object of the feedback page, with locators by role, label and text. */
export function feedbackPage(page: Page) {
  const subject = page.getByLabel('Subject');
  const message = page.getByLabel('Message');
  const alerts = page.getByRole('region', { name: 'Notifications' }).locator('.alert');
  return {
    heading: page.getByRole('heading', { level: 1 }),
    helpLinks: page.getByTestId('help-links'),
    subject,
    message,
    submit: page.getByRole('button', { name: 'Submit', exact: true }),
    /** The form once the client script handles it. */
    liveForm: page.locator('body:not(:has(template)) form'),
    /** What Submit is doing. */
    progress: (text: string) => page.locator('.form-status', { hasText: text }),
    /** What has become of the last attempt to submit. */
    outcome: (text: string | RegExp) =>
      page.getByRole('form').locator('.outcome', { hasText: text }),
    thankYou: page.getByText('Thank you! Your feedback has been received'),
    restore: page.getByRole('button', { name: 'Restore' }),
    tryAgain: page.getByRole('link', { name: 'Try again' }),
    alerts,
    alert: (text: string) => alerts.filter({ hasText: text }),
    async fill(fields: { subject: string; message: string }) {
      await subject.fill(fields.subject);
      await message.fill(fields.message);
    },
    async fieldValues() {
      return { subject: await subject.inputValue(), message: await message.inputValue() };
    },
  };
}

/** Sends no request with a matching URL until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** The outcome of a message that was delivered. */
export const sent = (title: string) => new RegExp(`Sent at \\d\\d:\\d\\d\\s*“${title}”`);

export const sampleMessage = { subject: 'Thank you', message: 'I read you\nevery morning.' };
export const emptyMessage = { subject: '', message: '' };
