import type { CaptchaOutcome } from '../captcha/captchaAttempt.ts';
import type { Captcha } from '../captcha/createCaptcha.ts';
import { thankYou } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import type { FeedbackServices } from './feedbackServices.ts';
import {
  canSubmit,
  failChecking,
  finishSending,
  startChecking,
  startSending,
} from './messageState.ts';

export interface SubmitServices extends FeedbackServices {
  captcha: Captcha;
}

/** The reason why the captcha returned no token. */
export type CaptchaFailure = Exclude<CaptchaOutcome['kind'], 'token'>;

/**
 * Runs the captcha and sends the contents of the form. Resolves as soon as the form can be edited again,
 * before the backend has responded; the message store receives the delivery status later. Does nothing
 * if the message is incomplete or another one is being sent.
 * @returns why the captcha returned no token; the message is still in the form then
 */
export async function submitMessage(
  params: FeedbackParams,
  { feedbackApi, alerts, messageStores, captcha }: SubmitServices,
): Promise<CaptchaFailure | undefined> {
  const store = messageStores.get(params);
  if (!canSubmit(store.get())) return;

  store.update(startChecking);
  const outcome = await captcha.execute();
  const { fields, status } = store.get();
  // The page was left and shown again, maybe with other text.
  if (status !== 'checking') return;
  if (outcome.kind !== 'token') {
    store.update(failChecking);
    return outcome.kind;
  }

  const submission = {
    ...params,
    subjectLine: fields.subject,
    text: fields.message,
    recaptchaResponse: outcome.token,
  };
  store.update(startSending);
  feedbackApi
    .submitFeedback(submission)
    .then((result) => store.update((state) => finishSending(state, fields, result)));
  alerts.add({ type: 'success', text: thankYou });
}
