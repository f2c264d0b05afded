import type { DeliveryStatus } from '../api/delivery.ts';
import type { Delivery } from '../api/feedbackApi.ts';
import type { CaptchaFailure } from '../messages.ts';
import {
  emptyFields,
  findHint,
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
  /**
   * Texts that may have arrived. A later attempt that fails for certain does not change that; only a delivery
   * does. The text of the form is forgotten when another one is sent instead.
   */
  unconfirmed: readonly MessageFields[];
  /** The attempts that have failed since the last delivery. */
  failures: number;
  /** Why the last attempt got no token from the captcha. */
  captchaFailure?: CaptchaFailure | undefined;
  /** When the last message was delivered, in ms since the epoch. */
  sentAt?: number;
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

/** Has no effect while the captcha is running: the message is sent as it was when Submit was pressed. */
export function edit(state: MessageState, written: MessageFields): MessageState {
  const fields = { ...state.fields, ...removeHalves(written) };
  if (state.status === 'checking' || isSame(fields, state.fields)) return state;
  const edited = { ...state, fields, unsent: keptMessages(state) };
  return { ...edited, status: state.status === 'sending' ? 'sending' : statusOf(edited, 'idle') };
}

export function startChecking(state: MessageState): MessageState {
  const unsent = keptMessages(state);
  return { ...state, status: 'checking', captchaFailure: undefined, unsent };
}

/** The captcha returned no token. */
export function failChecking(state: MessageState, captchaFailure: CaptchaFailure): MessageState {
  const status = statusOf(state, 'notSent');
  return { ...state, status, captchaFailure, failures: state.failures + 1 };
}

/** Clears the fields. */
export function startSending(state: MessageState): MessageState {
  const { fields: submitted, unsent } = state;
  const remaining = [submitted, ...unsent.map(({ fields }) => fields)];
  const unconfirmed = state.unconfirmed.filter((text) => isAmong(remaining, text));
  return { ...state, fields: emptyFields, status: 'sending', submitted, unconfirmed };
}

/** A message that was not delivered goes back into the form, or to the unsent ones if something else is in there. */
export function finishSending(
  state: MessageState,
  submitted: MessageFields,
  { status: reported, isUnauthorized }: Delivery,
): MessageState {
  const isOther = (text: MessageFields) => !isSame(text, submitted);
  const unsent = state.unsent.filter(({ fields }) => isOther(fields));
  // If the page was shown again before the response arrived, the message is in the form, or another is in transit.
  const isFree = isEmpty(state.fields) || !isOther(state.fields);
  const isLate =
    isBusy(state) && isOther(state.status === 'checking' ? state.fields : state.submitted);
  const others = state.unconfirmed.filter(isOther);
  if (reported === 'delivered') {
    const settled = { ...state, unsent, unconfirmed: others, failures: 0 };
    if (isLate) return settled;
    const fields = isFree ? emptyFields : state.fields;
    return { ...settled, fields, status: 'sent', submitted, sentAt: Date.now() };
  }
  const status = statusOf({ ...state, fields: submitted }, reported);
  const settled = {
    ...state,
    unconfirmed: status === 'unconfirmed' ? [...others, submitted] : others,
    // Another attempt does not help after a 401.
    failures: state.failures + (isUnauthorized ? 2 : 1),
  };
  if (isFree && !isLate) return { ...settled, fields: submitted, status, submitted, unsent };
  const message: UnsentMessage = { id: nextId(state), fields: submitted, status };
  return { ...settled, status: isLate ? state.status : 'idle', unsent: [...unsent, message] };
}

/** Swaps an unsent message with the contents of the form, so that neither is lost. */
export function restore(state: MessageState, id: string): MessageState {
  const kept = keptMessages(state);
  const restored = kept.find((message) => message.id === id);
  if (!restored || isBusy(state)) return state;
  const reason = state.status === 'notSent' ? state.status : 'setAside';
  const replaced: UnsentMessage = { id, fields: state.fields, status: statusOf(state, reason) };
  const unsent = isEmpty(state.fields)
    ? kept.filter((message) => message !== restored)
    : kept.map((message) => (message === restored ? replaced : message));
  const { fields } = restored;
  const status = restored.status === 'setAside' ? 'idle' : restored.status;
  return { ...state, fields, status, submitted: fields, unsent, captchaFailure: undefined };
}

/** Marks a message as discarded. The one that was discarded before is gone for good. */
export function discard(state: MessageState, id: string): MessageState {
  const unsent = keptMessages(state).map((message) =>
    message.id === id ? { ...message, isDiscarded: true } : message,
  );
  return { ...state, unsent };
}

export function undoDiscard(state: MessageState): MessageState {
  return { ...state, unsent: state.unsent.map(({ isDiscarded, ...message }) => message) };
}

/** The messages that have not been discarded. */
export function keptMessages({ unsent }: MessageState): readonly UnsentMessage[] {
  return unsent.filter(({ isDiscarded }) => !isDiscarded);
}

/** Whether anything is kept that may not have been delivered. */
export function hasWritten(state: MessageState): boolean {
  return !isEmpty(state.fields) || keptMessages(state).length > 0 || state.status === 'sending';
}

/** The state in another document, which does not get the response to a message that was being sent. */
export function afterReload(state: MessageState): MessageState {
  const { status, submitted } = state;
  if (status === 'sending' && !isEmpty(submitted)) {
    return finishSending(state, submitted, { status: 'unconfirmed' });
  }
  return { ...state, status: statusOf(state, status === 'notSent' ? status : 'idle') };
}

/** Returns the status of the form's text: one that may have arrived stays unconfirmed, whatever has happened since. */
function statusOf<Other>(state: MessageState, otherwise: Other): Other | 'unconfirmed' {
  return isAmong(state.unconfirmed, state.fields) ? 'unconfirmed' : otherwise;
}

function isAmong(texts: readonly MessageFields[], text: MessageFields): boolean {
  return texts.some((each) => isSame(each, text));
}

function nextId({ unsent }: MessageState): string {
  return `${1 + Math.max(0, ...unsent.map(({ id }) => Number(id)))}`;
}
