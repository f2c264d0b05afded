import { v4 as uuid } from 'uuid';
import type { DeliveryStatus } from '../api/RequestError.ts';
import {
  emptyFields,
  findIncomplete,
  isEmpty,
  isSame,
  type MessageFields,
  removeHalves,
} from './messageFields.ts';

const undelivered = ['notSent', 'unconfirmed'] as const satisfies readonly DeliveryStatus[];

/**
 * What has become of the last submission, until the next edit. While it is `checking`, the captcha is
 * running, and the fields are read-only.
 */
export const statuses = ['idle', 'checking', 'sending', 'sent', ...undelivered] as const;

/** Why a text has left the form. `setAside`: another message was restored instead of it. */
export const unsentStatuses = [...undelivered, 'setAside'] as const;

/** Everything that a subscriber has written to one brief and that may not have been delivered. */
export interface MessageState {
  /** The contents of the form. */
  fields: MessageFields;
  status: (typeof statuses)[number];
  /** The last message that was sent. Empty before the first. */
  submitted: MessageFields;
  /** Texts that have left the form and are offered to be restored, oldest first. */
  unsent: readonly UnsentMessage[];
}

export interface UnsentMessage {
  id: string;
  fields: MessageFields;
  status: (typeof unsentStatuses)[number];
  /** Whether it is offered for "Undo" only, until the next action. */
  isDiscarded?: boolean;
}

export const emptyState: MessageState = {
  fields: emptyFields,
  status: 'idle',
  submitted: emptyFields,
  unsent: [],
};

/** Whether a message is being submitted. */
export function isBusy({ status }: MessageState): boolean {
  return status === 'checking' || status === 'sending';
}

export function canSubmit(state: MessageState): boolean {
  return !isBusy(state) && !findIncomplete(state.fields);
}

/** Has no effect while the captcha is running: the message is sent as it was when Submit was pressed. */
export function edit(state: MessageState, written: MessageFields): MessageState {
  const fields = { ...state.fields, ...removeHalves(written) };
  if (state.status === 'checking' || isSame(fields, state.fields)) return state;
  return { ...state, fields, status: state.status === 'sending' ? 'sending' : 'idle' };
}

export function startChecking(state: MessageState): MessageState {
  return { ...state, status: 'checking' };
}

/** The captcha returned no token. */
export function failChecking(state: MessageState): MessageState {
  return { ...state, status: 'notSent' };
}

/** Clears the fields. */
export function startSending(state: MessageState): MessageState {
  return { ...state, fields: emptyFields, status: 'sending', submitted: state.fields };
}

/** A message that was not delivered goes back into the form, or to the unsent ones if something else is in there. */
export function finishSending(
  state: MessageState,
  submitted: MessageFields,
  status: DeliveryStatus,
): MessageState {
  const unsent = state.unsent.filter(({ fields }) => !isSame(fields, submitted));
  // If the page was shown again before the response arrived, the message is in the form, or another is in transit.
  const isFree = isEmpty(state.fields) || isSame(state.fields, submitted);
  const inTransit = state.status === 'checking' ? state.fields : state.submitted;
  const isLate = isBusy(state) && !isSame(inTransit, submitted);
  if (status === 'delivered') {
    if (isLate) return { ...state, unsent };
    return { fields: isFree ? emptyFields : state.fields, status: 'sent', submitted, unsent };
  }
  if (isFree && !isLate) return { fields: submitted, status, submitted, unsent };
  const message: UnsentMessage = { id: uuid(), fields: submitted, status };
  return { ...state, status: isLate ? state.status : 'idle', unsent: [...unsent, message] };
}

/** Swaps an unsent message with the contents of the form, so that neither is lost. */
export function restore(state: MessageState, id: string): MessageState {
  const restored = state.unsent.find((message) => message.id === id);
  if (!restored || isBusy(state)) return state;
  const replaced: UnsentMessage = { id, fields: state.fields, status: statusOfFields(state) };
  const unsent = isEmpty(state.fields)
    ? state.unsent.filter((message) => message !== restored)
    : state.unsent.map((message) => (message === restored ? replaced : message));
  const status = restored.status === 'setAside' ? 'idle' : restored.status;
  return { fields: restored.fields, status, submitted: restored.fields, unsent };
}

function statusOfFields({ fields, status, submitted }: MessageState): UnsentMessage['status'] {
  const isUndelivered = status === 'notSent' || status === 'unconfirmed';
  return isUndelivered && isSame(fields, submitted) ? status : 'setAside';
}

/** Marks a message as discarded. The one before is gone for good. */
export function discard(state: MessageState, id: string): MessageState {
  const unsent = keptMessages(state).map((message) =>
    message.id === id ? { ...message, isDiscarded: true } : message,
  );
  return { ...state, unsent };
}

export function undoDiscard(state: MessageState, id: string): MessageState {
  const unsent = state.unsent.map((message) =>
    message.id === id ? { ...message, isDiscarded: false } : message,
  );
  return { ...state, unsent };
}

/** The messages that have not been discarded. */
export function keptMessages({ unsent }: MessageState): readonly UnsentMessage[] {
  return unsent.filter(({ isDiscarded }) => !isDiscarded);
}

/** The state in another document, which does not get the response to a message that was being sent. */
export function afterReload(state: MessageState): MessageState {
  const { status, submitted } = state;
  if (status === 'sending' && !isEmpty(submitted)) {
    return finishSending(state, submitted, 'unconfirmed');
  }
  return status === 'notSent' || status === 'unconfirmed' ? state : { ...state, status: 'idle' };
}
