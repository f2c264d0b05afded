import type { CaptchaOutcome } from './captcha/captchaOutcome.ts';
import type { Fate } from './feedback/messageState.ts';

/**
 * What a subscriber reads when something goes wrong, in one place. The words for a failed request are
 * in `api/errorCatalogue.ts`.
 */

const kept = 'Your text is still here.';

export const captchaWarnings = {
  dismissed: `The security check was closed, so nothing was sent. ${kept} Press Submit to try again.`,
  expired: `The security check took too long, so nothing was sent. ${kept} Press Submit to try again.`,
  blocked: `The security check could not be loaded, so nothing was sent. ${kept} If you use a content blocker, allow this page and press Submit to try again.`,
  failed: `The security check did not work, so nothing was sent. ${kept} Check your connection and press Submit to try again.`,
  timeout: `The security check did not answer, so nothing was sent. ${kept} Check your connection and press Submit to try again.`,
} satisfies Record<Exclude<CaptchaOutcome['kind'], 'token'>, string>;

export const unsentWords = {
  notSent: 'Your message was not sent.',
  unconfirmed: 'We could not confirm that your message arrived.',
  setAside: 'This text was in the form before you restored the other one.',
} satisfies Record<Exclude<Fate, 'sending'>, string>;

export const loadingWords = {
  noScript: 'This page needs JavaScript to send your message.',
  slow: 'This takes longer than usual.',
  reload: 'Reload the page',
};

export const notFound = 'Error: the page you are looking for does not exist.';

export const crash = {
  title: 'This page has stopped working',
  text: 'What you wrote is kept in this tab. Reload the page to go on.',
};

export function cutNote(lost: number, maxLength: number): string {
  const characters = lost === 1 ? '1 character' : `${lost} characters`;
  return `The text was cut at ${maxLength} characters; ${characters} at its end did not fit.`;
}
