import { useEffect, useId, useReducer, useRef, useState } from 'react';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { CloseButton } from '../layout/CloseButton.tsx';
import { sentAt, receipt as texts } from '../messages.ts';
import { useSettings } from '../settings.ts';
import { BriefText } from './BriefText.tsx';
import { LiveText } from './LiveText.tsx';
import { type MessageFields, quoteTitle, textOf } from './messageFields.ts';
import type { Receipt } from './messageState.ts';
import { useAnnouncement } from './useAnnouncement.ts';

export interface SentReceiptProps {
  receipt: Receipt;
  briefName: string;
  dismiss: () => void;
  /** Whether a new receipt gets the focus. */
  takesFocus: () => boolean;
}

/**
 * The time in ms in which a screen reader can read the thanks: an alert that is added when the message is sent, before
 * the receipt.
 */
const announcementDelayMs = 2000;

/**
 * The receipt of the message that was delivered last, to be read, copied and printed. When the next message is begun,
 * only its time stays visible until it is opened again.
 */
export function SentReceipt({ receipt, briefName, dismiss, takesFocus }: SentReceiptProps) {
  const { fields, isNew, sentAt: time } = receipt;
  const [wasNew] = useState(isNew);
  const [isReopened, setReopened] = useState(false);
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const isLive = useAnnouncement(ref, takesFocus, announcementDelayMs);
  useDayChange();

  const text = textOf(fields);
  const title = sentAt(new Date(time));
  const isOpen = isNew || isReopened;
  return (
    <div className="receipt" data-type="success" data-text={text}>
      {/* A screen reader reads the name of the group when it gets the focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div id={id} className="receipt-head" role="group" aria-labelledby={id} ref={ref}>
        <LiveText isLive={isLive && isNew === wasNew}>
          <div className="outcome-text">
            <StatusIcon type="success" />
            {isNew ? (
              <strong className="receipt-time">{title}</strong>
            ) : (
              <button
                type="button"
                className="receipt-time"
                aria-expanded={isOpen}
                onClick={() => setReopened(!isReopened)}
              >
                {title}
              </button>
            )}
            {isOpen && <Addressee fields={fields} briefName={briefName} />}
          </div>
        </LiveText>
      </div>
      <details hidden={!isOpen}>
        <summary>{texts.show}</summary>
        <textarea
          className="form-control"
          rows={5}
          value={text}
          readOnly
          aria-label={texts.text}
          dir="auto"
          translate="no"
        />
      </details>
      <CloseButton aria-label={texts.dismiss} onClick={dismiss} />
    </div>
  );
}

/** The title and the recipient of the message, and the second sentence of the setting `NEXT_STEPS`, if there is one. */
function Addressee({ fields, briefName }: { fields: MessageFields; briefName: string }) {
  const [, promise] = useSettings().nextSteps;
  return (
    <>
      <p className="receipt-subject" translate="no">
        <bdi>{quoteTitle(fields)}</bdi>
      </p>
      <p>
        <BriefText text={texts.addressee} name={briefName} />
        {promise && ' '}
        {promise && <BriefText text={promise} name={briefName} />}
      </p>
    </>
  );
}

/** Renders the component again when the page becomes visible, which can be on another day. */
function useDayChange() {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    document.addEventListener('visibilitychange', render);
    return () => document.removeEventListener('visibilitychange', render);
  }, []);
}
