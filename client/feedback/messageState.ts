import { areEmpty, emptyFields, type MessageFields } from './messageFields.ts';

/** Everything that a subscriber has written to one brief and that is not known to have arrived. */
export interface MessageState {
  /** What stands in the form. */
  fields: MessageFields;
  phase: 'writing' | 'verifying' | 'sending';
  /** Messages that left the form, oldest first. */
  unsent: readonly UnsentMessage[];
}

export interface UnsentMessage {
  id: string;
  fields: MessageFields;
  fate: Fate;
}

/**
 * `sending`: on its way. `notSent`: certainly not arrived. `unconfirmed`: nobody knows. `setAside`:
 * it stood in the form when another message was restored there.
 */
export type Fate = 'sending' | 'notSent' | 'unconfirmed' | 'setAside';

export const emptyState: MessageState = { fields: emptyFields, phase: 'writing', unsent: [] };

/** What is being verified stays as it was when Submit was pressed. */
export function edit(state: MessageState, change: Partial<MessageFields>): MessageState {
  if (state.phase === 'verifying') return state;
  return { ...state, fields: { ...state.fields, ...change } };
}

/** The captcha is asked; the fields stay as they are until it has answered. */
export function beginVerifying(state: MessageState): MessageState {
  return { ...state, phase: 'verifying' };
}

export function endVerifying(state: MessageState): MessageState {
  return { ...state, phase: 'writing' };
}

/** The message leaves the form, which is empty for the next one. */
export function beginSending(state: MessageState, id: string): MessageState {
  const message: UnsentMessage = { id, fields: state.fields, fate: 'sending' };
  return { fields: emptyFields, phase: 'sending', unsent: [...state.unsent, message] };
}

export function endSending(
  state: MessageState,
  id: string,
  fate: 'delivered' | 'notSent' | 'unconfirmed',
): MessageState {
  const unsent =
    fate === 'delivered'
      ? state.unsent.filter((it) => it.id !== id)
      : state.unsent.map((it) => (it.id === id ? { ...it, fate } : it));
  return { ...state, phase: 'writing', unsent };
}

/** Swaps an unsent message with what the form holds, so that neither is lost. */
export function restore(state: MessageState, id: string): MessageState {
  const restored = state.unsent.find((it) => it.id === id);
  if (!restored || state.phase === 'verifying') return state;
  const displaced: UnsentMessage = { id, fields: state.fields, fate: 'setAside' };
  const unsent = areEmpty(state.fields)
    ? state.unsent.filter((it) => it !== restored)
    : state.unsent.map((it) => (it === restored ? displaced : it));
  return { ...state, fields: restored.fields, unsent };
}

export function discard(state: MessageState, id: string): MessageState {
  return { ...state, unsent: state.unsent.filter((it) => it.id !== id) };
}

/** What a reload finds: nothing is under way any more, and nobody heard how it ended. */
export function afterReload({ fields, unsent }: Omit<MessageState, 'phase'>): MessageState {
  return {
    fields,
    phase: 'writing',
    unsent: unsent.map((it) => (it.fate === 'sending' ? { ...it, fate: 'unconfirmed' } : it)),
  };
}
