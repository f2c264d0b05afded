import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { StatusIcon } from '../alerts/StatusIcon.tsx';
import { contactHeadingId, keptTextsId } from '../elementIds.ts';
import { JumpLink } from '../layout/JumpLink.tsx';
import { focusElement, moveFocus } from '../layout/moveFocus.ts';
import { discarded, keptElsewhere, keptTexts, quote, unsentNotices } from '../messages.ts';
import type { MessageStore } from './MessageStore.ts';
import { fieldId, quoteTitle, textOf, titleOf } from './messageFields.ts';
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

export interface UnsentNoticesProps {
  state: MessageState;
  store: MessageStore;
}

/** The list of the messages that may not have been delivered, with buttons to restore or discard each. */
export function UnsentNotices({ state, store }: UnsentNoticesProps) {
  const { unsent } = state;
  const listRef = useRevealedFailure(unsent.length);

  return (
    <div role="status" aria-atomic="false">
      {unsent.length > 0 && (
        // A screen reader reads the name of the group when it gets the focus.
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <div
          id={keptTextsId}
          className="notice"
          role="group"
          aria-label={keptTexts.label(unsent.map(({ fields }) => quoteTitle(fields)))}
          ref={listRef}
        >
          {kinds.map((kind) => (
            <KindOfMessages key={kind} kind={kind} state={state} store={store} />
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * The messages of one kind: not sent, not confirmed, or set aside because another one was restored into the form. They
 * have a heading unless all of them have been discarded.
 */
function KindOfMessages({ kind, state, store }: UnsentNoticesProps & { kind: Kind }) {
  const messages = state.unsent.filter((message) => kindOf(state, message) === kind);
  if (messages.length === 0) return null;

  const count = messages.filter(({ id }) => id !== state.discardedId).length;
  const { title, text } = unsentNotices[kind](count);
  return (
    <div className="kept-kind">
      {count > 0 && (
        <>
          <StatusIcon type={kind === 'setAside' ? 'info' : 'warning'} />
          <strong>{title}</strong>
          {text && <p>{text}</p>}
        </>
      )}
      <ul>
        {messages.map((message) => (
          <UnsentItem key={message.id} message={message} state={state} store={store} />
        ))}
      </ul>
    </div>
  );
}

/** A message with its buttons, or "Undo" once it is discarded. */
function UnsentItem({ message, state, store }: UnsentNoticesProps & { message: UnsentMessage }) {
  const { id, fields } = message;

  /**
   * Changes the state, renders at once and focuses an element. The order matters: when a notice is removed, what is
   * below it moves up.
   */
  function act(change: (state: MessageState) => MessageState, focusedId: string) {
    flushSync(() => store.apply(change));
    focusElement(document.getElementById(focusedId));
  }

  function renderButton(label: string, style: string, onClick: () => void) {
    return (
      <button type="button" className={`btn ${style}`} disabled={isBusy(state)} onClick={onClick}>
        {label}
        <span className="visually-hidden">{` ${quoteTitle(fields)}`}</span>
      </button>
    );
  }

  if (id === state.discardedId) {
    return (
      <li className="button-row">
        <p>{discarded.text}</p>
        {renderButton(discarded.undo, 'btn-plain', () => act(undoDiscard, contactHeadingId))}
      </li>
    );
  }

  return (
    <li data-text={textOf(fields)}>
      <p dir="auto" translate="no">
        {quote(titleOf(fields))}
      </p>
      <div className="button-row">
        {renderButton(keptTexts.restore, 'btn-outline-primary', () =>
          act((current) => restore(current, id), fieldId('subject')),
        )}
        {renderButton(keptTexts.discard, 'btn-plain', () =>
          act((current) => discard(current, id), contactHeadingId),
        )}
      </div>
    </li>
  );
}

/** A link to the kept texts for a narrow screen, where they are above the fields, out of view. */
export function KeptTextsLink({ state }: { state: MessageState }) {
  const found = keptMessages(state).map((message) => kindOf(state, message));
  const kind = kinds.find((each) => found.includes(each));
  if (!kind) return null;

  return (
    <p className="kept-link">
      <JumpLink className="btn btn-plain" target={keptTextsId}>
        {keptElsewhere[kind]}
      </JumpLink>
    </p>
  );
}

const kinds = ['notSent', 'unconfirmed', 'setAside'] as const;

type Kind = (typeof kinds)[number];

function kindOf(state: MessageState, { fields, status }: UnsentMessage): Kind {
  return isUnconfirmed(state, fields) ? 'unconfirmed' : status;
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
    const isWriting = document.activeElement?.matches('input, textarea');
    if (!list || !hasFailed || isWriting) return;

    moveFocus(list, list.closest('form'));
    if (window.matchMedia('(width < 62em)').matches) {
      // The list is above the fields. It is scrolled to end above the alerts, or to its start if it may be too high.
      list.scrollIntoView({ block: list.offsetHeight > innerHeight / 3 ? 'start' : 'end' });
    }
  }, [count]);

  return listRef;
}
