import { type RefObject, useCallback, useRef } from 'react';
import { focusElement } from '../layout/moveFocus.ts';
import type { MessageStore } from './MessageStore.ts';
import { dismissReceipt, type MessageState } from './messageState.ts';
import { SentReceipt } from './SentReceipt.tsx';
import { SubmissionOutcome } from './SubmissionOutcome.tsx';
import { KeptTextsLink } from './UnsentNotices.tsx';

export interface SubmissionResultsProps {
  state: MessageState;
  store: MessageStore;
  briefName: string;
  ref: RefObject<HTMLDivElement | null>;
  /** The element of `SubmissionProgress`, which has the focus during an attempt to submit. */
  progressRef: RefObject<HTMLDivElement | null>;
}

/** The results of the last messages: an outcome, a link to kept texts, and a receipt. */
export function SubmissionResults(props: SubmissionResultsProps) {
  const { state, store, briefName, ref, progressRef } = props;
  const { receipt } = state;
  const hasFocus = useRef(false);

  /**
   * Whether a new result gets the focus: if the focus is on the progress, or was on a result that has been replaced.
   */
  const takesFocus = useCallback(() => {
    const { activeElement } = document;
    const isReplaced = hasFocus.current && activeElement === document.body;
    return isReplaced || progressRef.current?.contains(activeElement) === true;
  }, [progressRef]);

  /** Removes the receipt. The focus moves to the element of the progress, from where Tab goes on. */
  function dismiss() {
    store.apply(dismissReceipt);
    focusElement(progressRef.current, { preventScroll: true });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus is only observed
    <div
      className="form-results"
      ref={ref}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      <SubmissionOutcome state={state} takesFocus={takesFocus} />
      <KeptTextsLink state={state} />
      {receipt && (
        <SentReceipt
          key={receipt.sentAt}
          receipt={receipt}
          briefName={briefName}
          dismiss={dismiss}
          takesFocus={takesFocus}
        />
      )}
    </div>
  );
}
