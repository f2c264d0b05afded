import type { Locator, Page } from 'playwright-core';

/** What the page object needs of Playwright's `Page`, so that journeys in other engines have it, too. */
export interface Finder<Element> {
  getByRole(
    role: 'alert' | 'button' | 'form' | 'group' | 'link' | 'region' | 'status' | 'textbox',
    options?: { name?: string; exact?: boolean },
  ): Element;
  locator(selector: string, options?: { hasText?: string | RegExp }): Element;
}

/** What the page object needs of a locator. */
interface Control {
  fill(text: string): Promise<unknown>;
  click(): Promise<unknown>;
  inputValue(): Promise<string>;
  isDisabled(): Promise<boolean>;
}

export interface Message {
  subject: string;
  message: string;
}

/** The page object of the feedback page. */
export function feedbackPage<Element extends Control>(page: Finder<Element>) {
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const message = page.getByRole('textbox', { name: 'Message' });
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  const alert = (text: string | RegExp = '') => page.locator('section .alert', { hasText: text });
  const fill = async (fields: Message) => {
    await subject.fill(fields.subject);
    await message.fill(fields.message);
  };
  return {
    heading: page.locator('h1'),
    main: page.locator('main'),
    helpLinks: page.locator('[data-testid=help-links]'),
    form: page.locator('form'),
    subject,
    message,
    submit,
    submitState: async () => ((await submit.isDisabled()) ? 'disabled' : 'enabled'),
    fill,
    async send(fields: Message = sampleMessage) {
      await fill(fields);
      await submit.click();
    },
    fieldValues: async () => ({
      subject: await subject.inputValue(),
      message: await message.inputValue(),
    }),
    /** The form once the client script handles it. */
    liveForm: page.locator('body:not(:has(template)) form'),
    /** What Submit is doing. */
    progress: (text: string) => page.locator('.form-status', { hasText: text }),
    /** What has become of the last attempt to submit. */
    outcome: (text: string | RegExp) =>
      page.locator('form :is(.outcome, .receipt)', { hasText: text }),
    receipt: page.getByRole('group', { name: 'Receipt' }),
    /** The text in the receipt, once it is open. */
    sentText: page.getByRole('textbox', { name: 'What you sent' }),
    kept: page.getByRole('group', { name: 'Kept text' }),
    /** What is shown to be copied on a page without the form. */
    written: page.getByRole('region', { name: 'What you have written' }),
    restore: page.getByRole('button', { name: 'Restore' }),
    tryAgain: page.getByRole('link', { name: 'Try again' }),
    alert,
    alerts: alert(),
    thankYou: alert('Thank you! Your feedback has been received'),
    focused: page.locator(':focus'),
  };
}

export type FeedbackPage = ReturnType<typeof feedbackPage<Locator>>;

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
export const sent = (title: string) => new RegExp(`Sent at \\d+:\\d\\d(\\s[AP]M)?\\s*“${title}”`);

export const sampleMessage = { subject: 'Thank you', message: 'I read you\nevery morning.' };
export const emptyMessage = { subject: '', message: '' };
