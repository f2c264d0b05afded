import { type RefObject, useEffect, useRef } from 'react';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { moveFocus } from '../layout/moveFocus.ts';
import { discarded, unsentNotices } from '../messages.ts';
import { titleOf } from './messageFields.ts';
import { type UnsentMessage, unsentStatuses } from './messageState.ts';

interface UnsentActions {
  isDisabled: boolean;
  onRestore(id: string): void;
  /** Keeps the message in the list, marked as discarded, until the next action. */
  onDiscard(id: string): void;
  onUndo(id: string): void;
}

export interface UnsentNoticesProps extends UnsentActions {
  unsent: readonly UnsentMessage[];
  /** The form's status, which has the focus after Submit was pressed. */
  statusRef: RefObject<HTMLElement | null>;
}

/** One list of the messages that may not have been delivered, with buttons to restore or discard each. */
export function UnsentNotices({ unsent, statusRef, ...actions }: UnsentNoticesProps) {
  const listRef = useRevealedFailure(unsent, statusRef);
  return (
    <div className="kept" role="status" aria-atomic="false">
      {unsent.length > 0 && (
        // A screen reader reads the name of the group when it gets the focus.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div
          className="notice"
          role="group"
          aria-label={`Kept text ${unsent.map(quoteTitle).join(', ')}`}
          tabIndex={-1}
          ref={listRef}
        >
          {unsentStatuses.map((status) => {
            const messages = unsent.filter((message) => message.status === status);
            const count = messages.filter(({ isDiscarded }) => !isDiscarded).length;
            const { title, text } = unsentNotices[status](count);
            return (
              messages.length > 0 && (
                <div key={status} className="kept-kind">
                  {count > 0 && (
                    <>
                      <StatusIcon type="warning" />
                      <strong>{title}</strong>
                      {text && <p>{text}</p>}
                    </>
                  )}
                  <ul>
                    {messages.map((message) => (
                      <KeptText key={message.id} message={message} {...actions} />
                    ))}
                  </ul>
                </div>
              )
            );
          })}
        </div>
      )}
    </div>
  );
}

function KeptText({ message, isDisabled, ...actions }: UnsentActions & { message: UnsentMessage }) {
  const { id, fields, isDiscarded } = message;
  const renderButton = (label: string, style: string, run: (id: string) => void) => (
    <button type="button" className={`btn ${style}`} disabled={isDisabled} onClick={() => run(id)}>
      {label}
      <span className="visually-hidden">{` ${quoteTitle(message)}`}</span>
    </button>
  );
  if (isDiscarded) {
    return (
      <li className="button-row">
        <p>{discarded.text}</p>
        {renderButton(discarded.undo, 'btn-plain', actions.onUndo)}
      </li>
    );
  }
  return (
    <li>
      <p dir="auto">{`“${titleOf(fields)}”`}</p>
      <div className="button-row">
        {renderButton('Restore', 'btn-outline-primary', actions.onRestore)}
        {renderButton('Discard', 'btn-plain', actions.onDiscard)}
      </div>
    </li>
  );
}

/** The title of a message, which can be its whole text, as it is read in a name. */
function quoteTitle({ fields }: UnsentMessage): string {
  return `“${titleOf(fields).slice(0, 100)}”`;
}

/**
 * Scrolls to the list when a message has just failed, unless something else is being written.
 * @returns the ref of the list
 */
function useRevealedFailure(
  unsent: readonly UnsentMessage[],
  statusRef: RefObject<HTMLElement | null>,
) {
  const listRef = useRef<HTMLDivElement>(null);
  const lastCount = useRef(unsent.length);

  useEffect(() => {
    const list = listRef.current;
    const hasFailed = unsent.length > lastCount.current;
    lastCount.current = unsent.length;
    if (!list || !hasFailed || document.activeElement?.matches('input, textarea')) return;
    moveFocus(list, { from: statusRef.current });
    if (window.matchMedia('(width < 62em)').matches) {
      // It is above the fields, and ends above the alerts unless it may be too high for that.
      list.scrollIntoView({ block: list.offsetHeight > innerHeight / 3 ? 'start' : 'end' });
    }
  }, [unsent, statusRef]);

  return listRef;
}
