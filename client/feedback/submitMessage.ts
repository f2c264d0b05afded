import { v4 as uuid } from 'uuid';
import { RequestError } from '../api/RequestError.ts';
import type { CaptchaOutcome } from '../captcha/captchaAttempt.ts';
import type { Captcha } from '../captcha/createCaptcha.ts';
import { thankYou } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import type { FeedbackServices } from './feedbackServices.ts';
import { isComplete } from './messageFields.ts';
import {
  finishSending,
  finishVerification,
  startSending,
  startVerification,
} from './messageState.ts';

export interface SubmitServices extends FeedbackServices {
  captcha: Captcha;
}

/** The reason why the captcha returned no token. */
export type CaptchaFailure = Exclude<CaptchaOutcome['kind'], 'token'>;

type SubmitResult =
  /** The request was sent. */
  | { kind: 'sent' }
  /** The captcha returned no token, so the message is still in the form. */
  | { kind: 'kept'; reason: CaptchaFailure }
  /** A field is empty, or another message is being sent. */
  | { kind: 'ignored' };

/**
 * Runs the captcha and sends the contents of the form. Resolves as soon as the form can be edited again,
 * before the backend has responded; the message store receives the delivery status later.
 */
export async function submitMessage(
  params: FeedbackParams,
  { feedbackApi, alerts, messageStores, captcha }: SubmitServices,
): Promise<SubmitResult> {
  const store = messageStores.get(params);
  const { fields, phase } = store.get();
  if (phase !== 'writing' || !isComplete(fields)) return { kind: 'ignored' };

  store.update(startVerification);
  const outcome = await captcha.execute();
  if (outcome.kind !== 'token') {
    store.update(finishVerification);
    return { kind: 'kept', reason: outcome.kind };
  }

  const id = uuid();
  const submission = {
    ...params,
    subjectLine: fields.subject,
    text: fields.message,
    recaptchaResponse: outcome.token,
  };
  store.update((state) => startSending(state, id));
  feedbackApi.submitFeedback(submission).then(
    () => store.update((state) => finishSending(state, id, 'delivered')),
    (error) => store.update((state) => finishSending(state, id, deliveryStatusOf(error))),
  );
  alerts.add({ type: 'success', text: thankYou });
  return { kind: 'sent' };
}

function deliveryStatusOf(error: unknown) {
  return error instanceof RequestError ? error.deliveryStatus : 'unconfirmed';
}
