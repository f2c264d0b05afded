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

/** By delivery status. */
export const unsentNotices = {
  notSent: 'Your message was not sent.',
  unconfirmed: 'We could not confirm that your message arrived.',
  setAside: 'This text was in the form before you restored the other one.',
};

export const loading = {
  heading: 'Loading...',
  noScript: 'This page needs JavaScript to send your message.',
  slow: 'This is taking longer than usual.',
  reload: 'Reload the page',
};

/** For a page whose script cannot be loaded. */
export const loadError = {
  text: 'This page could not be loaded completely.',
  reload: loading.reload,
};

export const notFound = {
  title: 'Page not found',
  heading: 'Error: the page you are looking for does not exist.',
};

export const pageError = {
  heading: 'This page has stopped working',
  text: 'What you wrote is saved in this tab. Reload the page to continue.',
  reload: 'Reload',
};

export function requestFailed(operationId: string, status: number | string): string {
  return `Error: ${operationId} failed with status ${status}`;
}

export function textTruncated(lost: number, maxLength: number): string {
  const characters = lost === 1 ? 'last character' : `last ${lost} characters`;
  return `The text you added was too long, so its ${characters} did not fit. The limit is ${maxLength} characters.`;
}
