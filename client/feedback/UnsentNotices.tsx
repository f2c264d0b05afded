import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { JumpLink } from '../layout/JumpLink.tsx';
import { moveFocus } from '../layout/moveFocus.ts';
import { discarded, keptElsewhere, notSaved, unsentNotices } from '../messages.ts';
import { formFields, textOf, titleOf } from './messageFields.ts';
import {
  discard,
  isBusy,
  isUnconfirmed,
  keptMessages,
  type MessageState,
  restore,
  type UnsentMessage,
  undoDiscard,
} from './messageState.ts';
import type { MessageStore } from './messageStores.ts';

export interface UnsentNoticesProps {
  state: MessageState;
  /** Whether the browser has not stored it. */
  isNotSaved: boolean;
  update: MessageStore['update'];
  /** Of the form. */
  headingId: string;
}

/** One list of the messages that may not have been delivered, with buttons to restore or discard each. */
export function UnsentNotices({ state, isNotSaved, update, headingId }: UnsentNoticesProps) {
  const { unsent, discardedId } = state;
  const listRef = useRevealedFailure(unsent.length);

  /** Renders at once: what is below a notice that is removed moves up, out of the view. */
  function act(change: (state: MessageState) => MessageState, focusedId = headingId) {
    flushSync(() => update(change));
    document.getElementById(focusedId)?.focus();
  }

  function renderButton(label: string, style: string, message: UnsentMessage, onClick: () => void) {
    return (
      <button type="button" className={`btn ${style}`} disabled={isBusy(state)} onClick={onClick}>
        {label}
        <span className="visually-hidden">{` ${quoteTitle(message)}`}</span>
      </button>
    );
  }

  function renderMessage(message: UnsentMessage) {
    const { id, fields } = message;
    if (id === discardedId) {
      return (
        <li key={id} className="button-row">
          <p>{discarded.text}</p>
          {renderButton(discarded.undo, 'btn-plain', message, () => act(undoDiscard))}
        </li>
      );
    }
    return (
      <li key={id} data-text={textOf(fields)}>
        <p dir="auto" translate="no">{`“${titleOf(fields)}”`}</p>
        <div className="button-row">
          {renderButton('Restore', 'btn-outline-primary', message, () =>
            act((current) => restore(current, id), formFields[0]?.name),
          )}
          {renderButton('Discard', 'btn-plain', message, () =>
            act((current) => discard(current, id)),
          )}
        </div>
      </li>
    );
  }

  return (
    <div className="kept" role="status" aria-atomic="false">
      {isNotSaved && <p className="field-note">{notSaved}</p>}
      {unsent.length > 0 && (
        // A screen reader reads the name of the group when it gets the focus.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div
          id={keptTextsId}
          className="notice"
          role="group"
          aria-label={`Kept text ${unsent.map(quoteTitle).join(', ')}`}
          tabIndex={-1}
          ref={listRef}
        >
          {kinds.map((kind) => {
            const messages = unsent.filter((message) => kindOf(state, message) === kind);
            const count = messages.filter(({ id }) => id !== discardedId).length;
            const { title, text } = unsentNotices[kind](count);
            return (
              messages.length > 0 && (
                <div key={kind} className="kept-kind">
                  {count > 0 && (
                    <>
                      <StatusIcon type="warning" />
                      <strong>{title}</strong>
                      {text && <p>{text}</p>}
                    </>
                  )}
                  <ul>{messages.map(renderMessage)}</ul>
                </div>
              )
            );
          })}
        </div>
      )}
    </div>
  );
}

/** For a narrow screen, where the kept texts are above the fields, out of view: a link to them. */
export function KeptTextsLink({ state }: { state: MessageState }) {
  const found = keptMessages(state).map((message) => kindOf(state, message));
  const kind = kinds.find((each) => found.includes(each));
  return (
    kind && (
      <p className="kept-link">
        <JumpLink className="btn btn-plain" target={keptTextsId}>
          {keptElsewhere[kind]}
        </JumpLink>
      </p>
    )
  );
}

const keptTextsId = 'kept-texts';

const kinds = ['notSent', 'unconfirmed', 'setAside'] as const;

function kindOf(state: MessageState, { fields, status }: UnsentMessage) {
  return isUnconfirmed(state, fields) ? 'unconfirmed' : status;
}

/** The title of a message, which can be its whole text, as it is read in a name. */
function quoteTitle({ fields }: UnsentMessage): string {
  return `“${titleOf(fields).slice(0, 100)}”`;
}

/**
 * Scrolls to the list when a message has just failed, unless something else is being written.
 * @returns the ref of the list
 */
function useRevealedFailure(count: number) {
  const listRef = useRef<HTMLDivElement>(null);
  const lastCount = useRef(count);

  useEffect(() => {
    const list = listRef.current;
    const hasFailed = count > lastCount.current;
    lastCount.current = count;
    if (!list || !hasFailed || document.activeElement?.matches('input, textarea')) return;
    moveFocus(list, list.closest('form'));
    if (window.matchMedia('(width < 62em)').matches) {
      // It is above the fields, and ends above the alerts unless it may be too high for that.
      list.scrollIntoView({ block: list.offsetHeight > innerHeight / 3 ? 'start' : 'end' });
    }
  }, [count]);

  return listRef;
}
