import { type RefObject, useEffect } from 'react';
import type { AlertType } from '../alerts/alertQueue.ts';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { useOnline } from '../layout/useOnline.ts';
import { contactUrl } from '../links.ts';
import {
  type CaptchaFailure,
  captchaFailures,
  contactLink,
  outcomes,
  progressTexts,
  reconnected,
  sentAt,
} from '../messages.ts';
import { useSettings } from '../settings.ts';
import { isEmpty, titleOf } from './messageFields.ts';
import { isBusy, type MessageState, statusOf } from './messageState.ts';

export interface SubmissionStatusProps {
  state: MessageState;
  /** Gets the focus when Submit is pressed. Tab leads from it to Submit. */
  ref: RefObject<HTMLDivElement | null>;
}

/**
 * What Submit is doing, and what has become of the last attempt to submit. A text that comes or goes is the only child
 * of its element: React cannot remove it from among others once the browser has translated it.
 */
export function SubmissionStatus({ state, ref }: SubmissionStatusProps) {
  const outcome = describeOutcome(state, useOnline());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the outcome
  useEffect(() => {
    const { current } = ref;
    if (current?.contains(document.activeElement)) current.scrollIntoView({ block: 'nearest' });
  }, [ref, outcome?.title]);

  return (
    <div className="form-status" ref={ref} tabIndex={-1}>
      {/* The focus moves here, so a live region would announce it once more. */}
      {state.status === 'checking' && <p>{progressTexts.checking}</p>}
      <div role="status">
        {state.status === 'sending' && <p>{progressTexts.sending}</p>}
        {outcome && !outcome.isUrgent && <OutcomeBlock {...outcome} />}
      </div>
      <div role="alert">{outcome?.isUrgent && <OutcomeBlock {...outcome} />}</div>
    </div>
  );
}

function OutcomeBlock({ type, title, quote, text, offersContact }: Outcome) {
  const settings = useSettings();
  return (
    <div className="outcome" data-type={type}>
      <StatusIcon type={type} />
      <strong>{title}</strong>
      <p>
        {quote && <bdi translate="no">{`“${quote}”`}</bdi>}
        <span>{text}</span>{' '}
        {offersContact && <a href={contactUrl(settings)}>{contactLink(settings.providerName)}</a>}
      </p>
    </div>
  );
}

/** What has become of the last attempt to submit. It stays until the next edit, a failed captcha until the next attempt. */
interface Outcome {
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
export function describeOutcome(state: MessageState, isOnline = true): Outcome | undefined {
  const {
    advice = 'retry',
    captchaFailure,
    failures,
    fields,
    status,
    submitted,
    sentAt: time = 0,
  } = state;
  if (status === 'sent') {
    return { type: 'success', title: sentAt(new Date(time)), quote: titleOf(submitted) };
  }
  if (isBusy(state) || isEmpty(fields)) return undefined;
  const failure = captchaFailure && findFailure(captchaFailure, isOnline);
  const further = {
    offersContact: failures > 1 || advice === 'contact',
    isUrgent: failure !== undefined,
  };
  if (statusOf(state, state) === 'unconfirmed') {
    const { title, text } = outcomes.unconfirmed;
    const reason = failure ? `${failure.reason}. ` : '';
    return { type: 'warning', title, text: reason + text, ...further };
  }
  if (failure) return { type: 'error', ...outcomes.nothingSent(failure), ...further };
  return status === 'notSent'
    ? { type: 'error', ...outcomes.notSent(advice), ...further }
    : undefined;
}

function findFailure(captchaFailure: CaptchaFailure, isOnline: boolean) {
  const isReconnected = captchaFailure === 'offline' && isOnline;
  return isReconnected ? reconnected : captchaFailures[captchaFailure];
}
