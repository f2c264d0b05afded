import { v4 as uuid } from 'uuid';
import { RequestError } from '../api/RequestError.ts';
import type { Captcha } from '../captcha/createCaptcha.ts';
import { captchaWarnings } from '../failureWords.ts';
import type { FeedbackParams } from '../routes.ts';
import type { Services } from '../services.ts';
import { areComplete } from './messageFields.ts';
import { beginSending, beginVerifying, endSending, endVerifying } from './messageState.ts';

type Dependencies = Pick<Services, 'api' | 'alerts' | 'messages'> & { captcha: Captcha };

const thanks = 'Thank you! Your feedback has been received';

/**
 * Sends what the form holds, once the captcha has answered. Resolves as soon as the form is free again:
 * `sent` when the message is on its way, `kept` when the captcha gave no response, `ignored` where there
 * was nothing to send or something is being sent. How the sending ends, the message store tells.
 */
export async function submitMessage(
  { subscriberId, briefId }: FeedbackParams,
  { api, alerts, messages, captcha }: Dependencies,
): Promise<'sent' | 'kept' | 'ignored'> {
  const store = messages(briefId);
  const { fields, phase } = store.get();
  if (phase !== 'writing' || !areComplete(fields)) return 'ignored';

  store.update(beginVerifying);
  const outcome = await captcha.execute();
  if (outcome.kind !== 'token') {
    store.update(endVerifying);
    alerts.add({ type: 'warning', text: captchaWarnings[outcome.kind] });
    return 'kept';
  }

  const id = uuid();
  const submission = {
    briefId,
    subscriberId,
    subjectLine: fields.subject,
    text: fields.message,
    recaptchaResponse: outcome.token,
  };
  store.update((state) => beginSending(state, id));
  api.submitFeedback(submission).then(
    () => store.update((state) => endSending(state, id, 'delivered')),
    (error) => store.update((state) => endSending(state, id, fateAfter(error))),
  );
  alerts.add({ type: 'success', text: thanks });
  return 'sent';
}

function fateAfter(error: unknown): 'delivered' | 'notSent' | 'unconfirmed' {
  if (!(error instanceof RequestError)) return 'unconfirmed';
  const fates = {
    delivered: 'delivered',
    notDelivered: 'notSent',
    unknown: 'unconfirmed',
  } as const;
  return fates[error.delivery];
}
