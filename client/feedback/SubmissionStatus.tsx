import type { Ref } from 'react';
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
  const isUndelivered = status === 'notSent' || status === 'unconfirmed';
  return (
    <p role="status" className="submission-status" ref={ref} tabIndex={-1}>
      {submissionTexts[status]}
      {status === 'sent' && <bdi>{` “${titleOf(submitted)}”`}</bdi>}
      {isUndelivered && isSame(fields, submitted) && ` ${retryHints[status]}`}
    </p>
  );
}
