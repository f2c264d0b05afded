import type { Ref } from 'react';
import type { AlertType } from '../alerts/alertQueue.ts';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { retryHints, submissionTexts } from '../messages.ts';
import { isSame, titleOf } from './messageFields.ts';
import type { MessageState } from './messageState.ts';

export interface SubmissionStatusProps {
  state: MessageState;
  ref: Ref<HTMLParagraphElement>;
}

/** What has become of the last submission. It is beside Submit and stays until the next edit. */
export function SubmissionStatus({ state, ref }: SubmissionStatusProps) {
  const { fields, status, submitted } = state;
  const outcome = outcomes[status];
  const isUndelivered = status === 'notSent' || status === 'unconfirmed';
  return (
    <p role="status" ref={ref} tabIndex={-1}>
      {outcome ? (
        <strong data-type={outcome}>
          <StatusIcon type={outcome} />
          {submissionTexts[status]}
        </strong>
      ) : (
        submissionTexts[status]
      )}
      {status === 'sent' && (
        <span>
          {' '}
          <bdi>{`“${titleOf(submitted)}”`}</bdi>
        </span>
      )}
      {isUndelivered && isSame(fields, submitted) && <span>{` ${retryHints[status]}`}</span>}
    </p>
  );
}

/** The icon of a status that lasts. */
const outcomes: Readonly<Record<MessageState['status'], AlertType | undefined>> = {
  idle: undefined,
  checking: undefined,
  sending: undefined,
  sent: 'success',
  notSent: 'error',
  unconfirmed: 'warning',
};
