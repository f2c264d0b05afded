import type { AlertType } from '../alerts/alertQueue.ts';
import { captchaFailures, outcomes, sentAt } from '../messages.ts';
import { isEmpty, titleOf } from './messageFields.ts';
import type { MessageState } from './messageState.ts';
import type { CaptchaFailure } from './messageStores.ts';

/** What has become of the last attempt to submit. It stays until the next edit, a failed captcha until the next attempt. */
export interface Outcome {
  type: AlertType;
  title: string;
  /** The title of the message that was delivered. */
  quote?: string;
  /** What to do next. */
  text?: string;
  /** Whether the way to the main site's contact page follows. */
  offersContact?: boolean;
  /** Whether it is announced assertively, because no alert says so. */
  isUrgent?: boolean;
}

export function describeOutcome(
  state: MessageState,
  captchaFailure: CaptchaFailure | undefined,
): Outcome | undefined {
  const { fields, status, submitted } = state;
  if (captchaFailure && !isEmpty(fields)) {
    return { type: 'error', isUrgent: true, ...captchaFailures[captchaFailure] };
  }
  if (status === 'sent') {
    return { type: 'success', title: sentAt(new Date()), quote: titleOf(submitted) };
  }
  if (status === 'notSent') return { type: 'error', ...outcomes.notSent };
  return status === 'unconfirmed' ? { type: 'warning', ...outcomes.unconfirmed } : undefined;
}
