import type { DeliveryStatus } from '../api/RequestError.ts';
import { emptyFields, isEmpty, type MessageFields } from './messageFields.ts';

/** Everything that a subscriber has written to one brief and that may not have been delivered. */
export interface MessageState {
  /** The contents of the form. */
  fields: MessageFields;
  phase: 'writing' | 'verifying' | 'sending';
  /** Messages that have left the form, oldest first. */
  unsent: readonly UnsentMessage[];
}

export interface UnsentMessage {
  id: string;
  fields: MessageFields;
  /** `setAside`: replaced in the form by another message that was restored. */
  status: 'sending' | Exclude<DeliveryStatus, 'delivered'> | 'setAside';
}

export const emptyState: MessageState = { fields: emptyFields, phase: 'writing', unsent: [] };

/** Has no effect during verification: the message is sent as it was when Submit was pressed. */
export function edit(state: MessageState, change: Partial<MessageFields>): MessageState {
  if (state.phase === 'verifying') return state;
  return { ...state, fields: { ...state.fields, ...change } };
}

/** The captcha is running; the fields are read-only until it has finished. */
export function startVerification(state: MessageState): MessageState {
  return { ...state, phase: 'verifying' };
}

export function finishVerification(state: MessageState): MessageState {
  return { ...state, phase: 'writing' };
}

/** Moves the message out of the form and clears the fields. */
export function startSending(state: MessageState, id: string): MessageState {
  const message: UnsentMessage = { id, fields: state.fields, status: 'sending' };
  return { fields: emptyFields, phase: 'sending', unsent: [...state.unsent, message] };
}

export function finishSending(
  state: MessageState,
  id: string,
  status: DeliveryStatus,
): MessageState {
  const unsent =
    status === 'delivered'
      ? state.unsent.filter((message) => message.id !== id)
      : state.unsent.map((message) => (message.id === id ? { ...message, status } : message));
  return { ...state, phase: 'writing', unsent };
}

/** Swaps an unsent message with the contents of the form, so that neither is lost. */
export function restore(state: MessageState, id: string): MessageState {
  const restored = state.unsent.find((message) => message.id === id);
  if (!restored || state.phase === 'verifying') return state;
  const replaced: UnsentMessage = { id, fields: state.fields, status: 'setAside' };
  const unsent = isEmpty(state.fields)
    ? state.unsent.filter((message) => message !== restored)
    : state.unsent.map((message) => (message === restored ? replaced : message));
  return { ...state, fields: restored.fields, unsent };
}

export function discard(state: MessageState, id: string): MessageState {
  return { ...state, unsent: state.unsent.filter((message) => message.id !== id) };
}

/** The state after a reload. The response to a message that was being sent is lost. */
export function afterReload({ fields, unsent }: Omit<MessageState, 'phase'>): MessageState {
  return {
    fields,
    phase: 'writing',
    unsent: unsent.map((message) =>
      message.status === 'sending' ? { ...message, status: 'unconfirmed' } : message,
    ),
  };
}
