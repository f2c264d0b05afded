import { useId, useRef, useSyncExternalStore } from 'react';
import type { AlertType } from '../alerts/AlertQueue.ts';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { isOffline, subscribeToConnection } from '../connection.ts';
import { contactLink } from '../links.ts';
import { type CaptchaFailure, captchaFailures, outcomes, reconnected } from '../messages.ts';
import { useSettings } from '../settings.ts';
import { LiveText } from './LiveText.tsx';
import { isEmpty } from './messageFields.ts';
import { isBusy, isUnconfirmed, type MessageState } from './messageState.ts';
import { useAnnouncement } from './useAnnouncement.ts';

export interface SubmissionOutcomeProps {
  state: MessageState;
  /** Whether a new outcome gets the focus. */
  takesFocus: () => boolean;
}

/** The reason why the last message was not sent, or may not have been, and what to do. */
export function SubmissionOutcome({ state, takesFocus }: SubmissionOutcomeProps) {
  const isOnline = !useSyncExternalStore(subscribeToConnection, isOffline, () => false);
  const outcome = describeOutcome(state, isOnline);
  if (!outcome) return null;
  if (!outcome.isUrgent) return <FocusedOutcome outcome={outcome} takesFocus={takesFocus} />;

  return (
    <div className="outcome" data-type={outcome.type} role="alert">
      <OutcomeText {...outcome} />
    </div>
  );
}

/** An outcome that is shown after a response of the backend, and that can get the focus. */
function FocusedOutcome({
  outcome,
  takesFocus,
}: { outcome: Outcome } & Pick<SubmissionOutcomeProps, 'takesFocus'>) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const isLive = useAnnouncement(ref, takesFocus);

  return (
    // A screen reader reads the name of the group when it gets the focus.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      id={id}
      className="outcome"
      data-type={outcome.type}
      role="group"
      aria-labelledby={id}
      ref={ref}
    >
      <LiveText isLive={isLive}>
        <OutcomeText {...outcome} />
      </LiveText>
    </div>
  );
}

/**
 * The text of an outcome. A text that changes is the only child of its element, because React cannot remove it from
 * among others once the browser has translated it.
 */
function OutcomeText({ type, title, text, offersContact }: Outcome) {
  const contact = contactLink(useSettings());
  return (
    <div className="outcome-text">
      <StatusIcon type={type} />
      <strong>{title}</strong>
      <p>
        <span>{text}</span> {offersContact && <a href={contact.href}>{contact.text}</a>}
      </p>
    </div>
  );
}

/**
 * The result of the last attempt to submit, if it failed. It is shown until the next edit, or after a failed captcha
 * until the next attempt.
 */
interface Outcome {
  type: AlertType;
  title: string;
  /** The advice for the subscriber. */
  text: string;
  /** Whether a link to the main site's contact page follows. */
  offersContact?: boolean;
  /** Whether a screen reader announces the outcome at once: after a failed captcha, which adds no alert. */
  isUrgent?: boolean;
}

/** Describes the outcome of a state. Returns undefined if there is none, or if an attempt is in progress. */
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
