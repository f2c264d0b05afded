import type { RefObject } from 'react';
import { progressTexts } from '../messages.ts';
import type { MessageState } from './messageState.ts';

export interface SubmissionProgressProps {
  state: MessageState;
  ref: RefObject<HTMLDivElement | null>;
}

/** The progress of an attempt to submit. It gets the focus when Submit is pressed. */
export function SubmissionProgress({ state: { status }, ref }: SubmissionProgressProps) {
  return (
    <div className="form-progress" ref={ref}>
      {/* The focus moves here, so a live region would announce it again. */}
      {status.kind === 'checking' && <p>{progressTexts.checking}</p>}
      <div role="status">{status.kind === 'sending' && <p>{progressTexts.sending}</p>}</div>
    </div>
  );
}
