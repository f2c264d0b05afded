import { type ReactNode, useEffect, useReducer, useState } from 'react';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { CloseButton } from '../layout/CloseButton.tsx';
import { receipt as labels, quote, sentAt } from '../messages.ts';
import { textOf, titleOf } from './messageFields.ts';
import type { Receipt } from './messageState.ts';

export interface SentReceiptProps {
  receipt: Receipt;
  dismiss: () => void;
  /** What is said with a new receipt. */
  children: ReactNode;
}

/** How long a screen reader has for the thanks, which come with the response or shortly before, in ms. */
const announcementDelayMs = 2000;

/** The message that was delivered last, to be read, copied and printed. It is in its place until it is dismissed. */
export function SentReceipt({ receipt, dismiss, children }: SentReceiptProps) {
  const time = receipt.sentAt;
  const isAnnounced = useAnnouncement(time);
  useDayChange();

  const text = textOf(receipt.fields);
  const summary = (
    <div className="outcome-text">
      <StatusIcon type="success" />
      <strong>{sentAt(new Date(time))}</strong>
      <p translate="no">
        <bdi>{quote(titleOf(receipt.fields))}</bdi>
      </p>
      {receipt.isNew && children}
    </div>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      className="receipt"
      data-type="success"
      data-text={text}
      role="group"
      aria-label={labels.label}
    >
      {!isAnnounced && summary}
      <div role="status">{isAnnounced && summary}</div>
      <details key={time}>
        <summary>{labels.show}</summary>
        <textarea
          className="form-control"
          rows={5}
          value={text}
          readOnly
          aria-label={labels.text}
          dir="auto"
          translate="no"
        />
      </details>
      <CloseButton aria-label={labels.dismiss} onClick={dismiss} />
    </div>
  );
}

/** Returns whether the receipt of a time is in its live region, which announces what is added to it. */
function useAnnouncement(time: number): boolean {
  const [announcedTime, setAnnouncedTime] = useState<number>();

  useEffect(() => {
    const timer = setTimeout(() => setAnnouncedTime(time), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [time]);

  return announcedTime === time;
}

/** Renders again when the page is seen again, which can be on another day. */
function useDayChange() {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    document.addEventListener('visibilitychange', render);
    return () => document.removeEventListener('visibilitychange', render);
  }, []);
}
