import type { AlertType } from '../alerts/alertQueue.ts';
import { captchaFailures, outcomes, sentAt } from '../messages.ts';
import { isEmpty, titleOf } from './messageFields.ts';
import type { MessageState } from './messageState.ts';

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

/** Describes the outcome of a state. Undefined: there is none, or an attempt is in progress. */
export function describeOutcome(state: MessageState): Outcome | undefined {
  const { captchaFailure, fields, status, submitted, sentAt: time = 0 } = state;
  if (status === 'sent') {
    return { type: 'success', title: sentAt(new Date(time)), quote: titleOf(submitted) };
  }
  const offersContact = state.failures > 1;
  const isUrgent = captchaFailure !== undefined;
  if (status === 'unconfirmed') {
    const { title, text } = outcomes.unconfirmed;
    const reason = captchaFailure ? `${captchaFailures[captchaFailure].reason}. ` : '';
    return { type: 'warning', title, text: reason + text, offersContact, isUrgent };
  }
  if (captchaFailure && !isEmpty(fields)) {
    const texts = outcomes.nothingSent(captchaFailures[captchaFailure]);
    return { type: 'error', ...texts, offersContact, isUrgent };
  }
  return status === 'notSent' ? { type: 'error', ...outcomes.notSent, offersContact } : undefined;
}
