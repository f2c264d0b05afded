/** The messages about outcomes and errors. Labels are in the components, link texts in `links.ts`. */

export const thankYou = 'Thank you! Your feedback has been received';

/** By captcha outcome. */
export const captchaWarnings = {
  dismissed:
    'The security check was closed, so nothing was sent. Your text is still here. Press Submit to try again.',
  expired:
    'The security check expired, so nothing was sent. Your text is still here. Press Submit to try again.',
  blocked:
    'The security check could not be loaded, so nothing was sent. Your text is still here. If you use a content blocker, allow this page and press Submit to try again.',
  failed:
    'The security check did not work, so nothing was sent. Your text is still here. Check your connection and press Submit to try again.',
  timeout:
    'The security check did not respond, so nothing was sent. Your text is still here. Check your connection and press Submit to try again.',
};

/** By phase of the form. */
export const formStatus = {
  writing: '',
  verifying: 'Running the security check...',
  sending: 'Sending your message...',
};

export const formHint = 'Write a subject and a message first.';

/** By delivery status. */
export const unsentNotices = {
  notSent: 'Your message was not sent after all. We kept it: restore it and press Submit again.',
  unconfirmed:
    'We do not know whether your message arrived. If you send it again, the editor may get it twice.',
  setAside: 'We kept what was in the form before.',
};

export const loading = {
  heading: 'Loading...',
  finished: 'The page has loaded.',
  slow: 'This is taking longer than usual.',
  reload: 'Reload the page',
};

export const noScript = {
  heading: 'This page needs JavaScript to send your message.',
  text: 'Allow JavaScript for this page and reload it, or write to us another way:',
};

/** For a page whose script cannot be loaded. */
export const loadError = {
  heading: 'This page did not load',
  text: 'This page could not be loaded completely.',
  reload: loading.reload,
};

export const notFound = {
  title: 'Page not found',
  heading: 'Error: the page you are looking for does not exist.',
  text: 'Check that the address is complete, or open the link in your newsletter once more.',
  textForIntended:
    'There is something in the address that does not belong to it. You probably want this page:',
  textAfterFailure:
    'Your newsletter may be out of reach for a moment. Try again, or open the link in it once more.',
};

export const pageError = {
  heading: 'This page has stopped working',
  text: 'What you wrote is saved in this tab. Reload the page to continue.',
  reload: 'Reload',
};

export function requestFailed(operationId: string, status: number | string): string {
  return `Error: ${operationId} failed with status ${status}`;
}

export function characterCount(count: number, maxLength: number): string {
  return `${count} of ${maxLength} characters`;
}

export function fieldFull(maxLength: number): string {
  return `The field is full: it holds ${maxLength} characters.`;
}

/** @param isAtEnd whether the text was added at the end, so that its end would have been that of the field */
export function textTruncated(lost: number, isAtEnd: boolean): string {
  const characters =
    lost === 1 ? 'last character was' : `last ${lost.toLocaleString('en')} characters were`;
  return isAtEnd
    ? `Your text was too long. The ${characters} left out.`
    : `The text you added was too long. Its ${characters} left out.`;
}
