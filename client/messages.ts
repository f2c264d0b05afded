/** Every text that a subscriber reads or hears, except those of links to other sites, which are in `links.ts`. */

/** The locale of times and numbers: the language of the browser. */
const locale: Intl.LocalesArgument = [];

/** The names of landmarks, lists and buttons without a text of their own. */
export const labels = {
  menu: 'Menu',
  mainNavigation: 'Main',
  selfService: 'Self-service',
  notifications: 'Notifications',
  /** Returns the name of the button that closes an alert. `text` can be a whole response. */
  closeAlert: (text: string) => `Close alert: ${text.slice(0, 100)}`,
  footer: 'Footer',
  socialLinks: (providerName: string) => `${providerName} on social media`,
};

export const skipLink = 'Skip to the content';

/** The text of a link or a button to the form. */
export const writeToEditor = 'Write to the editor';

/** The text that a screen reader reads after that of a link. */
export const newTab = ' (opens in a new tab)';

export const copyright = (holder: string) => `© 2023 ${holder}`;

/** The beginning of the page's heading, before the name of the brief. */
export const feedbackFor = 'Feedback for ';

/** The words for a brief without a name, within a sentence. */
export const thisBrief = 'this newsletter';

/** The heading of the next steps; their sentences are the setting `NEXT_STEPS`. */
export const nextSteps = { heading: 'What happens next' };

export const contactForm = {
  heading: 'Contact the editor',
  intro: 'Your message goes to the people who write this newsletter.',
  protection: 'This site is protected by reCAPTCHA.',
  submit: 'Submit',
};

export const fieldLabels = { subject: 'Subject', message: 'Message' };

/** Quotes the title of a message for a sentence that mentions it. */
export const quote = (title: string) => `“${title}”`;

export const thankYou = 'Thank you! Your feedback has been received';

/** The word that a screen reader reads before the text of an alert, by its type. */
export const alertWords = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Information',
};

/** The texts for a captcha that returns no token, by the reason. */
export const captchaFailures = {
  dismissed: {
    reason: 'The security check was closed',
    advice: 'Press Submit to try again.',
  },
  expired: {
    reason: 'The security check expired',
    advice: 'Press Submit to try again.',
  },
  blocked: {
    reason: 'The security check could not be loaded',
    advice: 'If you use a content blocker, allow this page and press Submit to try again.',
  },
  failed: {
    reason: 'The security check did not work',
    advice: 'Check your connection and press Submit to try again.',
  },
  timeout: {
    reason: 'The security check did not respond',
    advice: 'Check your connection and press Submit to try again.',
  },
  offline: {
    reason: 'You are offline',
    advice: 'Connect to the internet and press Submit to try again.',
  },
};

/** The texts in place of `captchaFailures.offline`, once the browser has a connection again. */
export const reconnected = {
  reason: 'You were offline',
  advice: 'You are connected again. Press Submit to try again.',
};

export type CaptchaFailure = keyof typeof captchaFailures;

/** The texts beside Submit during an attempt. */
export const progressTexts = {
  checking: 'Running the security check...',
  sending: 'Sending your message...',
};

/** The advice after a message was not sent. */
export const advice = {
  retry: 'Your text is still here. Press Submit to try again.',
  wait: 'Your text is still here. Too many messages are arriving. Wait a minute, then press Submit again.',
  contact: "Trying again won't help. Copy your text and contact us another way.",
};

export type Advice = keyof typeof advice;

/** The texts of the outcomes, by the delivery status. */
export const outcomes = {
  notSent: (help: Advice) => ({ title: 'Not sent', text: advice[help] }),
  /** Returns the texts for an attempt without a token of the captcha. */
  nothingSent: ({ reason, advice }: Record<'reason' | 'advice', string>) => ({
    title: `${reason}, so nothing was sent.`,
    text: `Your text is still here. ${advice}`,
  }),
  unconfirmed: {
    title: 'Not confirmed',
    text: "We can't tell whether it arrived. You can send it again; the editor may then get it twice.",
    /** Returns the text for an unconfirmed message after a later attempt that has sent nothing, given the reason. */
    textAfter: (reason: string) =>
      `${reason}. We can't tell whether your message arrived before. You can send it again; the editor may then get it twice.`,
  },
};

/** The labels of a message that was delivered. */
export const receipt = {
  addressee: 'To the editors of {brief}.',
  show: 'Show my message',
  text: 'What you sent',
  dismiss: 'Dismiss the receipt',
};

/** Formats the time of a delivery in the language of the browser, with the date if it was on another day. */
export function sentAt(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  if (isToday) return `Sent at ${time.toLocaleTimeString(locale, { timeStyle: 'short' })}`;

  return `Sent on ${time.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })}`;
}

/** The hints beside Submit, by the reason why it is disabled. */
export const formHints = {
  /** Returns the hint at the fields without a text, given their labels. */
  empty: (labels: readonly string[]) =>
    `Write ${labels.map((label) => `a ${label.toLowerCase()}`).join(' and ')} first.`,
  tooLong: 'Shorten your text first.',
};

/** The hint beside Submit until the client script runs. */
export const stillLoading = 'One moment, the page is still loading.';

/** The hint in a browser that denies access to storage. */
export const notSaved = 'If you reload or close this page, your browser will not keep your text.';

/** The heading and the explanation above the texts on a page without the form. */
export const writtenTexts = {
  heading: 'What you have written',
  kept: 'It is kept in this tab only. You can copy it from here.',
};

/** The headings of messages that are not in the form, by their status and number. */
export const unsentNotices = {
  notSent: (count: number) =>
    count === 1
      ? {
          title: 'Your message was not sent after all.',
          text: 'Restore it to try again or to copy it.',
        }
      : {
          title: `${count} messages were not sent after all.`,
          text: 'Restore one to try again or to copy it.',
        },
  unconfirmed: (count: number) =>
    count === 1
      ? {
          title: 'We could not confirm that your message arrived.',
          text: 'Restore it to send it again; the editor may then get it twice.',
        }
      : {
          title: `We could not confirm that ${count} messages arrived.`,
          text: 'Restore one to send it again; the editor may then get it twice.',
        },
  setAside: (count: number) =>
    count === 1
      ? { title: 'This was in the form before.', text: 'Restore it to put it back.' }
      : { title: 'These were in the form before.', text: 'Restore one to put it back.' },
};

/** The labels of the list of messages that are not in the form. */
export const keptTexts = {
  /** Returns the name of the list, given the quoted titles of its messages. */
  label: (titles: readonly string[]) => `Kept text ${titles.join(', ')}`,
  restore: 'Restore',
  discard: 'Discard',
};

/** The text of the link to the kept texts, by the status of the first. */
export const keptElsewhere = {
  notSent: 'Another message was not sent.',
  unconfirmed: 'Another message is not confirmed.',
  setAside: 'Another text is kept.',
};

/** The texts in place of a discarded message, until the next action. */
export const discarded = { text: 'Discarded.', undo: 'Undo' };

/** The title of the document until the brief has arrived. */
export const loadingTitle = 'Feedback';

export const loading = {
  heading: 'Loading...',
  finished: 'The page has loaded.',
};

export const slowHint = {
  text: 'This is taking longer than usual. ',
  or: ' or ',
  contact: (providerName: string) => `contact ${providerName}`,
};

export const reloadPage = 'Reload the page';

export const noScript = {
  heading: 'This page needs JavaScript to send your message.',
  text: 'Allow JavaScript for this page and reload it, or write to us another way:',
};

/** The texts on a page whose client script cannot be loaded. */
export const loadError = {
  heading: 'This page did not load',
  text: 'This page could not be loaded completely.',
  /** The sentence after `text` if the subscriber has written something. */
  kept: 'Your text is kept.',
  notKept: 'Your browser will not keep your text. Copy your text before you reload the page.',
};

export const notFound = {
  title: 'Page not found',
  heading: 'Error: the page you are looking for does not exist.',
  text: 'Check that the address is complete, or open the link in your newsletter again.',
  textWithoutBrief:
    'There is no newsletter at this address. Check that the address is complete, or open the link in your newsletter again.',
  /** The text at an address that begins with that of a page, which a button opens. */
  textForIntended:
    'This link has extra characters at the end. Did you want to write to the editor?',
  textAfterFailure: 'We could not reach your newsletter just now. Try again in a moment.',
  tryAgain: 'Try again',
};

export const pageError = {
  heading: 'This page has stopped working',
  text: 'Reload the page to continue.',
};

export function requestFailed(operationId: string, status: number | string): string {
  return `Error: ${operationId} failed with status ${status}`;
}

export function characterCount(count: number, maxLength: number): string {
  return `${count} of ${maxLength} characters`;
}

/** Describes the length of a text that fills its field or almost does, or returns an empty string. */
export function describeLength(length: number, maxLength: number): string {
  const limit = `it holds ${maxLength} characters.`;
  if (length > maxLength) return `The text is too long: the field holds ${maxLength} characters.`;
  if (length === maxLength) return `The field is full: ${limit}`;
  return length >= 0.9 * maxLength ? `The field is almost full: ${limit}` : '';
}

export function removeCharacters(count: number): string {
  const characters = count === 1 ? '1 character' : `${count.toLocaleString(locale)} characters`;
  return `Remove ${characters} to send your text.`;
}

/** The note about a part of an added text that the browser has left out. */
export const truncation = {
  cause: 'The text you added was too long.',
  /** The note if it is unknown whether anything was left out. */
  possible: 'The field is full: the end of the text you added may be missing.',
  loss(lost: number): string {
    if (lost === 1) return 'Its last character was left out.';
    return `Its last ${lost.toLocaleString(locale)} characters were left out.`;
  },
};
