import { type ReactNode, type RefObject, useEffect, useSyncExternalStore } from 'react';
import type { AlertType } from '../alerts/AlertQueue.ts';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { isOffline, subscribeToConnection } from '../connection.ts';
import { focusElement } from '../layout/moveFocus.ts';
import { contactLink } from '../links.ts';
import {
  type CaptchaFailure,
  captchaFailures,
  outcomes,
  progressTexts,
  reconnected,
} from '../messages.ts';
import { useSettings } from '../settings.ts';
import { isEmpty } from './messageFields.ts';
import { isBusy, isUnconfirmed, type MessageState } from './messageState.ts';
import { SentReceipt } from './SentReceipt.tsx';

export interface SubmissionStatusProps {
  state: MessageState;
  /** Gets the focus when Submit is pressed. Tab leads from it to Submit. */
  ref: RefObject<HTMLDivElement | null>;
  dismissReceipt: () => void;
  /** What is said with a new receipt. */
  children: ReactNode;
}

/**
 * The place for what Submit is doing and for what has become of the last messages. A text that comes or goes is the
 * only child of its element: React cannot remove it from among others once the browser has translated it.
 */
export function SubmissionStatus({ state, ref, dismissReceipt, children }: SubmissionStatusProps) {
  const isOnline = !useSyncExternalStore(subscribeToConnection, isOffline, () => false);
  const outcome = describeOutcome(state, isOnline);
  const { receipt } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the outcome
  useEffect(() => {
    const { current } = ref;
    if (current?.contains(document.activeElement)) current.scrollIntoView({ block: 'nearest' });
  }, [ref, outcome?.title, receipt?.sentAt]);

  function dismiss() {
    dismissReceipt();
    focusElement(ref.current, { preventScroll: true });
  }

  return (
    <div className={outcome || receipt ? 'form-status has-block' : 'form-status'} ref={ref}>
      {/* The focus moves here, so a live region would announce it once more. */}
      {state.status.kind === 'checking' && <p>{progressTexts.checking}</p>}
      <div role="status">
        {state.status.kind === 'sending' && <p>{progressTexts.sending}</p>}
        {outcome && !outcome.isUrgent && <OutcomeBlock {...outcome} />}
      </div>
      <div role="alert">{outcome?.isUrgent && <OutcomeBlock {...outcome} />}</div>
      {receipt && (
        <SentReceipt receipt={receipt} dismiss={dismiss}>
          {children}
        </SentReceipt>
      )}
    </div>
  );
}

function OutcomeBlock({ type, title, text, offersContact }: Outcome) {
  const contact = contactLink(useSettings());
  return (
    <div className="outcome" data-type={type}>
      <StatusIcon type={type} />
      <strong>{title}</strong>
      <p>
        <span>{text}</span> {offersContact && <a href={contact.href}>{contact.text}</a>}
      </p>
    </div>
  );
}

/** Why the last attempt to submit failed. It stays until the next edit, a failed captcha until the next attempt. */
interface Outcome {
  type: AlertType;
  title: string;
  /** What to do next. */
  text: string;
  /** Whether the way to the main site's contact page follows. */
  offersContact?: boolean;
  /** Whether it is announced assertively, because no alert says so. */
  isUrgent?: boolean;
}

/** Describes the outcome of a state. Undefined: there is none, or an attempt is in progress. */
export function describeOutcome(state: MessageState, isOnline = true): Outcome | undefined {
  const { advice = 'retry', captchaFailure, failures, fields, status } = state;
  if (isBusy(state) || isEmpty(fields)) return undefined;

  const failure = captchaFailure && findFailure(captchaFailure, isOnline);
  const hasFailedAgain = failures > 1;
  const further = {
    offersContact: hasFailedAgain || advice === 'contact',
    isUrgent: failure !== undefined,
  };
  if (isUnconfirmed(state, fields)) {
    const { title, text, textAfter } = outcomes.unconfirmed;
    return { type: 'warning', title, text: failure ? textAfter(failure.reason) : text, ...further };
  }
  if (failure) return { type: 'error', ...outcomes.nothingSent(failure), ...further };
  if (status.kind === 'failed') return { type: 'error', ...outcomes.notSent(advice), ...further };
  return undefined;
}

function findFailure(captchaFailure: CaptchaFailure, isOnline: boolean) {
  const isReconnected = captchaFailure === 'offline' && isOnline;
  return isReconnected ? reconnected : captchaFailures[captchaFailure];
}
