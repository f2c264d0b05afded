import { v4 as uuid } from 'uuid';
import type { Delivery } from '../api/feedbackApi.ts';
import { type Advice, advice as adviceTexts, type CaptchaFailure } from '../messages.ts';
import {
  emptyFields,
  findHint,
  isEmpty,
  isSame,
  type MessageFields,
  removeHalves,
} from './messageFields.ts';

/**
 * What has become of the last submission, until the next edit. While it is `checking`, the captcha is
 * running, and the fields are read-only.
 */
export const statuses = ['idle', 'checking', 'sending', 'sent', 'notSent'] as const;

/** Why a text has left the form. `setAside`: another message was restored instead of it. */
export const unsentStatuses = ['notSent', 'setAside'] as const;

export const adviceNames = Object.keys(adviceTexts) as Advice[];

export interface UnsentMessage {
  id: string;
  fields: MessageFields;
  status: (typeof unsentStatuses)[number];
}

/** Everything that a subscriber has written to one brief and that may not have been delivered. */
export interface MessageState {
  /** The contents of the form. */
  fields: MessageFields;
  status: (typeof statuses)[number];
  /** The message as it was when Submit was last pressed. Empty before that. */
  submitted: MessageFields;
  /** Texts that have left the form and are offered to be restored, oldest first. */
  unsent: readonly UnsentMessage[];
  /** The one of them that is offered for "Undo" only, until the next action. */
  discardedId?: string | undefined;
  /** Texts that may have arrived. Only a delivery changes that. */
  unconfirmed: readonly MessageFields[];
  /** The attempts that have failed since the last delivery. */
  failures: number;
  /** What helps after the last failure. By default, another attempt. */
  advice?: Advice | undefined;
  /** Why the last attempt got no token from the captcha. */
  captchaFailure?: CaptchaFailure | undefined;
  /** When the last message was delivered, in ms since the epoch. */
  sentAt?: number;
}

export const emptyState: MessageState = {
  fields: emptyFields,
  status: 'idle',
  submitted: emptyFields,
  unsent: [],
  unconfirmed: [],
  failures: 0,
};

/** Whether a message is being submitted. */
export function isBusy({ status }: MessageState): boolean {
  return status === 'checking' || status === 'sending';
}

export function canSubmit(state: MessageState): boolean {
  return !isBusy(state) && !findHint(state.fields);
}

/** The status of the form, or of an unsent message. A text that may have arrived stays unconfirmed through all others. */
export function statusOf<Status>(
  { unconfirmed }: MessageState,
  { fields, status }: { fields: MessageFields; status: Status },
): Status | 'unconfirmed' {
  return unconfirmed.some((text) => isSame(text, fields)) ? 'unconfirmed' : status;
}

/** The messages that have not been discarded. */
export function keptMessages({ unsent, discardedId }: MessageState): readonly UnsentMessage[] {
  return unsent.filter(({ id }) => id !== discardedId);
}

/** All texts that may not have been delivered, that of the form first. */
export function listTexts(state: MessageState): readonly MessageFields[] {
  const sending = state.status === 'sending' ? [state.submitted] : [];
  const kept = keptMessages(state).map(({ fields }) => fields);
  return [state.fields, ...sending, ...kept].filter((fields) => !isEmpty(fields));
}

/** Whether anything is kept that may not have been delivered. */
export function hasWritten(state: MessageState): boolean {
  return listTexts(state).length > 0;
}

/** @param written a field that is missing, because a tool has removed it, keeps its text */
export function edit(state: MessageState, written: Partial<MessageFields>): MessageState {
  const fields = { ...state.fields, ...removeHalves({ ...state.fields, ...written }) };
  if (isSame(fields, state.fields)) return state;

  return { ...state, fields, status: isBusy(state) ? state.status : 'idle' };
}

export function startChecking(state: MessageState): MessageState {
  const { fields: submitted } = state;
  return {
    ...forgetDiscarded(state),
    status: 'checking',
    submitted,
    advice: undefined,
    captchaFailure: undefined,
  };
}

/** The captcha returned no token. */
export function failChecking(state: MessageState, captchaFailure: CaptchaFailure): MessageState {
  return { ...state, status: 'notSent', captchaFailure, failures: state.failures + 1 };
}

/** Clears the fields, unless a tool has written something else while the captcha was running. */
export function startSending(state: MessageState): MessageState {
  return { ...clear(state, state.submitted), status: 'sending' };
}

/**
 * A message that was not delivered goes back into the form, or to the unsent ones if something else is in there.
 * After a reload it is there already, so that a late response is of interest only if it is a delivery.
 */
export function finishSending(
  state: MessageState,
  submitted: MessageFields,
  { status, advice }: Delivery,
): MessageState {
  const isOther = (text: MessageFields) => !isSame(text, submitted);
  const unsent = state.unsent.filter(({ fields }) => isOther(fields));
  if (status === 'delivered') {
    const unconfirmed = state.unconfirmed.filter(isOther);
    const settled = { ...state, unsent, unconfirmed, failures: 0 };
    if (isOther(isBusy(state) ? state.submitted : state.fields)) return settled;
    return { ...clear(settled, submitted), status: 'sent', submitted, sentAt: Date.now() };
  }
  if (state.status !== 'sending' || isOther(state.submitted)) return state;
  const failed: MessageState = {
    ...state,
    unsent,
    unconfirmed: status === 'unconfirmed' ? [...state.unconfirmed, submitted] : state.unconfirmed,
    failures: state.failures + 1,
    advice,
  };
  if (isEmpty(state.fields) || !isOther(state.fields)) {
    return { ...failed, fields: submitted, status: 'notSent' };
  }
  const message: UnsentMessage = { id: uuid(), fields: submitted, status: 'notSent' };
  return { ...failed, status: 'idle', unsent: [...unsent, message] };
}

/** Swaps an unsent message with the contents of the form, so that neither is lost. */
export function restore(state: MessageState, id: string): MessageState {
  const kept = forgetDiscarded(state);
  const restored = kept.unsent.find((message) => message.id === id);
  if (!restored || isBusy(state)) return state;
  const status = state.status === 'notSent' ? state.status : 'setAside';
  const replaced: UnsentMessage = { id, fields: state.fields, status };
  return {
    ...kept,
    fields: restored.fields,
    status: restored.status === 'notSent' ? restored.status : 'idle',
    unsent: kept.unsent
      .map((message) => (message === restored ? replaced : message))
      .filter(({ fields }) => !isEmpty(fields)),
    captchaFailure: undefined,
  };
}

/** The message that was discarded before is gone for good. */
export function discard(state: MessageState, discardedId: string): MessageState {
  return { ...forgetDiscarded(state), discardedId };
}

export function undoDiscard(state: MessageState): MessageState {
  return { ...state, discardedId: undefined };
}

/** The state in another document, which does not get the response to a message that was being sent. */
export function afterReload(state: MessageState): MessageState {
  const { status, submitted } = state;
  if (status === 'sending' && !isEmpty(submitted)) {
    return finishSending(state, submitted, { status: 'unconfirmed' });
  }
  return { ...state, status: status === 'notSent' ? status : 'idle' };
}

function forgetDiscarded(state: MessageState): MessageState {
  return { ...state, unsent: keptMessages(state), discardedId: undefined };
}

/** Empties the form if it contains a text. */
function clear(state: MessageState, text: MessageFields): MessageState {
  return { ...state, fields: isSame(state.fields, text) ? emptyFields : state.fields };
}
