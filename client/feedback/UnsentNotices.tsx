import { type RefObject, useEffect, useRef } from 'react';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { moveFocus } from '../layout/moveFocus.ts';
import { discarded, unsentNotices } from '../messages.ts';
import { titleOf } from './messageFields.ts';
import type { UnsentMessage } from './messageState.ts';

export interface UnsentNoticesProps {
  unsent: readonly UnsentMessage[];
  isDisabled: boolean;
  /** The form's status, which has the focus after Submit was pressed. */
  statusRef: RefObject<HTMLElement | null>;
  onRestore(id: string): void;
  /** Keeps the message in the list, marked as discarded, until the next action. */
  onDiscard(id: string): void;
  onUndo(id: string): void;
}

/** Notices about messages that may not have been delivered, with buttons to restore or discard each. */
export function UnsentNotices({ unsent, isDisabled, statusRef, ...props }: UnsentNoticesProps) {
  useRevealedFailure(unsent, statusRef);
  return (
    <div role="status" aria-atomic="false">
      {unsent.map(({ id, status, fields, isDiscarded }) => {
        const title = titleOf(fields);
        const quote = `“${title.slice(0, 100)}”`;
        const notice = unsentNotices[status](1);
        const name = <span className="visually-hidden">{` ${quote}`}</span>;
        if (isDiscarded) {
          return (
            <p key={id}>
              {`${discarded.text} `}
              <button type="button" className="btn" onClick={() => props.onUndo(id)}>
                {discarded.undo}
                {name}
              </button>
            </p>
          );
        }
        return (
          // A screen reader reads the name of the group when the notice gets the focus.
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
          <div
            key={id}
            id={noticeId(id)}
            role="group"
            aria-label={`Kept text ${quote}`}
            className="notice unsent-notice"
            tabIndex={-1}
          >
            <StatusIcon type="warning" />
            <strong>{notice.title}</strong>
            {notice.text && <p>{notice.text}</p>}
            <p className="unsent-text" dir="auto">
              {title}
            </p>
            <div className="button-row">
              <button
                type="button"
                className="btn btn-primary"
                disabled={isDisabled}
                onClick={() => props.onRestore(id)}
              >
                Restore{name}
              </button>
              <button
                type="button"
                className="btn btn-outline-primary"
                disabled={isDisabled}
                onClick={() => props.onDiscard(id)}
              >
                Discard{name}
              </button>
            </div>
          </div>
        );
      })}
    </div>
  );
}

const noticeId = (id: string) => `unsent-${id}`;

/** Scrolls to the notice about a message that has just failed, unless something else is being written. */
function useRevealedFailure(
  unsent: readonly UnsentMessage[],
  statusRef: RefObject<HTMLElement | null>,
): void {
  const lastCount = useRef(unsent.length);

  useEffect(() => {
    const failed = unsent.length > lastCount.current ? unsent.at(-1) : undefined;
    lastCount.current = unsent.length;
    const notice = failed && document.getElementById(noticeId(failed.id));
    if (!notice || document.activeElement?.matches('input, textarea')) return;
    moveFocus(notice, { from: statusRef.current, preventScroll: true });
    // On a phone, the alerts are below the notice then, and Submit is below the alerts.
    const isPhone = window.matchMedia('(width < 43em)').matches;
    notice.scrollIntoView({ block: isPhone ? 'end' : 'nearest' });
  }, [unsent, statusRef]);
}
