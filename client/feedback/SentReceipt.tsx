import { type ReactNode, type RefObject, useEffect, useReducer, useRef } from 'react';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { CloseButton } from '../layout/CloseButton.tsx';
import { focusElement, moveFocus } from '../layout/moveFocus.ts';
import { receipt as labels, sentAt } from '../messages.ts';
import { textOf, titleOf } from './messageFields.ts';
import type { Receipt } from './messageState.ts';

export interface SentReceiptProps {
  receipt: Receipt | undefined;
  /** Has the focus while a message is being sent, and gets it back when the receipt is dismissed. */
  statusRef: RefObject<HTMLDivElement | null>;
  dismiss: () => void;
  /** What is said with a new receipt. */
  children: ReactNode;
}

/** The message that was delivered last, to be read, copied and printed. It is in its place until it is dismissed. */
export function SentReceipt({ receipt, statusRef, dismiss, children }: SentReceiptProps) {
  const ref = useRef<HTMLDivElement>(null);
  const time = receipt?.sentAt;
  useDayChange();

  useEffect(() => {
    if (time && statusRef.current?.contains(document.activeElement)) {
      moveFocus(ref.current, statusRef.current);
    }
  }, [statusRef, time]);

  if (!receipt) {
    // What is added to a live region is announced only if the region was there before.
    return (
      <div ref={ref}>
        <div role="status" />
      </div>
    );
  }

  const text = textOf(receipt.fields);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      className={receipt.isNew ? 'receipt' : 'receipt aside'}
      data-type="success"
      data-text={text}
      role="group"
      aria-label={labels.label}
      ref={ref}
    >
      <div role="status">
        <div className="outcome-text">
          <StatusIcon type="success" />
          <strong>{sentAt(new Date(receipt.sentAt))}</strong>
          <p translate="no">
            <bdi>{`“${titleOf(receipt.fields)}”`}</bdi>
          </p>
          {receipt.isNew && children}
        </div>
      </div>
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
      <CloseButton
        aria-label={labels.dismiss}
        onClick={() => {
          dismiss();
          if (statusRef.current) focusElement(statusRef.current, { preventScroll: true });
        }}
      />
    </div>
  );
}

/** Renders again when the page is seen again, which can be on another day. */
function useDayChange() {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    document.addEventListener('visibilitychange', render);
    return () => document.removeEventListener('visibilitychange', render);
  }, []);
}
