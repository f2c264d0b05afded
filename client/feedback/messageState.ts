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
 * The status of the text in the form. It lasts until the next edit. While it is `checking`, the captcha is running, and
 * the fields are read-only. `submitted` is the message as it was when Submit was pressed.
 */
export type FormStatus =
  | { kind: 'idle' | 'failed' }
  | { kind: 'checking' | 'sending'; submitted: MessageFields };

const idle: FormStatus = { kind: 'idle' };

/** A delivered message. It is kept until the next one is delivered, or until it is dismissed. */
export interface Receipt {
  fields: MessageFields;
  /** The time in ms since the epoch. */
  sentAt: number;
  /** Whether the subscriber has written nothing since. */
  isNew: boolean;
}

/** The reasons why a text is not in the form. `setAside`: another message was restored instead of it. */
export const unsentStatuses = ['notSent', 'setAside'] as const;

export const adviceNames = Object.keys(adviceTexts) as Advice[];

export interface UnsentMessage {
  id: string;
  fields: MessageFields;
  status: (typeof unsentStatuses)[number];
}

/** The messages of a subscriber to one brief that may not have been delivered. */
export interface MessageState {
  /** The contents of the form. */
  fields: MessageFields;
  status: FormStatus;
  /** The texts that have left the form and can be restored, oldest first. */
  unsent: readonly UnsentMessage[];
  /** The id of an unsent message that was discarded. "Undo" brings it back until the next action. */
  discardedId?: string | undefined;
  /** The texts that may have arrived. Only a delivery removes them. */
  unconfirmed: readonly MessageFields[];
  /** The number of attempts that have failed since the last delivery. */
  failures: number;
  /** The advice after the last failure. By default, to try again. */
  advice?: Advice | undefined;
  /** The reason why the last attempt got no token from the captcha. */
  captchaFailure?: CaptchaFailure | undefined;
  receipt?: Receipt | undefined;
}

export const emptyState: MessageState = {
  fields: emptyFields,
  status: idle,
  unsent: [],
  unconfirmed: [],
  failures: 0,
};

/** Whether a message is being submitted. */
export function isBusy({ status }: MessageState): boolean {
  return 'submitted' in status;
}

export function canSubmit(state: MessageState): boolean {
  return !isBusy(state) && !findHint(state.fields);
}

/** Whether a text may have arrived, whatever the status of its message. */
export function isUnconfirmed({ unconfirmed }: MessageState, fields: MessageFields): boolean {
  return unconfirmed.some((text) => isSame(text, fields));
}

/** Returns the unsent messages that have not been discarded. */
export function keptMessages({ unsent, discardedId }: MessageState): readonly UnsentMessage[] {
  return unsent.filter(({ id }) => id !== discardedId);
}

/** Lists the texts that may not have been delivered, that of the form first. */
export function listTexts(state: MessageState): readonly MessageFields[] {
  const sending = state.status.kind === 'sending' ? [state.status.submitted] : [];
  const kept = keptMessages(state).map(({ fields }) => fields);
  return [state.fields, ...sending, ...kept].filter((fields) => !isEmpty(fields));
}

/** Whether there is a text that may not have been delivered. */
export function hasWritten(state: MessageState): boolean {
  return listTexts(state).length > 0;
}

/**
 * Replaces the texts of the form by those of the fields.
 * @param written the texts by field; a field that is missing, because a browser extension has removed it, keeps its
 * text
 */
export function edit(state: MessageState, written: Partial<MessageFields>): MessageState {
  // Keeps properties that a later release has added to the fields.
  const fields = { ...state.fields, ...removeHalves({ ...state.fields, ...written }) };
  if (isSame(fields, state.fields)) return state;

  const status = isBusy(state) ? state.status : idle;
  return { ...state, fields, status, receipt: ageReceipt(state) };
}

export function startChecking(state: MessageState): MessageState {
  const { fields: submitted } = state;
  return {
    ...forgetDiscarded(state),
    status: { kind: 'checking', submitted },
    advice: undefined,
    captchaFailure: undefined,
  };
}

/** Records that the captcha returned no token. */
export function failChecking(state: MessageState, captchaFailure: CaptchaFailure): MessageState {
  const status: FormStatus = { kind: 'failed' };
  return { ...state, status, captchaFailure, failures: state.failures + 1 };
}

/** Clears the fields, unless a browser extension has changed them while the captcha was running. */
export function startSending(state: MessageState, submitted: MessageFields): MessageState {
  return { ...clear(state, submitted), status: { kind: 'sending', submitted } };
}

/**
 * Applies the result of a submission. After a reload the message is in the form already, so that a late response only
 * counts if it reports a delivery.
 */
export function finishSending(
  state: MessageState,
  submitted: MessageFields,
  delivery: Delivery,
): MessageState {
  if (delivery.status === 'delivered') return deliver(state, submitted);

  const isInTransit = state.status.kind === 'sending' && isSame(state.status.submitted, submitted);
  return isInTransit ? giveBack(recordFailure(state, submitted, delivery), submitted) : state;
}

function recordFailure(
  state: MessageState,
  submitted: MessageFields,
  { status, advice }: Delivery,
): MessageState {
  const { unconfirmed, failures } = state;
  const mayHaveArrived = status === 'unconfirmed';
  return {
    ...state,
    unconfirmed: mayHaveArrived ? [...unconfirmed, submitted] : unconfirmed,
    failures: failures + 1,
    advice,
  };
}

/** Puts a message back into the form, or into the unsent messages if the form contains another text. */
function giveBack(state: MessageState, submitted: MessageFields): MessageState {
  const unsent = state.unsent.filter(({ fields }) => !isSame(fields, submitted));
  if (isEmpty(state.fields) || isSame(state.fields, submitted)) {
    return { ...state, fields: submitted, status: { kind: 'failed' }, unsent };
  }

  const message: UnsentMessage = { id: uuid(), fields: submitted, status: 'notSent' };
  return { ...state, status: idle, unsent: [...unsent, message] };
}

/** Removes a message that another tab has delivered, if this tab has its text. */
export function deliverElsewhere(state: MessageState, submitted: MessageFields): MessageState {
  const unsent = state.unsent.map(({ fields }) => fields);
  const texts = [...listTexts(state), ...unsent, ...state.unconfirmed];
  const hasText = texts.some((text) => isSame(text, submitted));
  return hasText ? deliver(state, submitted) : state;
}

/** Removes a delivered message from the form and from the unsent messages, and adds a receipt. */
function deliver(state: MessageState, submitted: MessageFields): MessageState {
  const isOther = (text: MessageFields) => !isSame(text, submitted);
  const { status, fields, unsent, unconfirmed } = state;
  const current = 'submitted' in status ? status.submitted : fields;
  const isCurrent = isSame(current, submitted);
  const cleared = clear(state, submitted);
  return {
    ...cleared,
    status: isCurrent ? idle : status,
    unsent: unsent.filter((message) => isOther(message.fields)),
    unconfirmed: unconfirmed.filter(isOther),
    failures: 0,
    receipt: { fields: submitted, sentAt: Date.now(), isNew: isCurrent && isEmpty(cleared.fields) },
  };
}

export function dismissReceipt(state: MessageState): MessageState {
  return { ...state, receipt: undefined };
}

/** Swaps an unsent message with the contents of the form, so that neither is lost. */
export function restore(state: MessageState, id: string): MessageState {
  const kept = forgetDiscarded(state);
  const restored = kept.unsent.find((message) => message.id === id);
  if (!restored || isBusy(state)) return state;

  const status = state.status.kind === 'failed' ? 'notSent' : 'setAside';
  const replaced: UnsentMessage = { id, fields: state.fields, status };
  const unsent = kept.unsent.map((message) => (message === restored ? replaced : message));
  return {
    ...kept,
    fields: restored.fields,
    status: { kind: restored.status === 'notSent' ? 'failed' : 'idle' },
    receipt: ageReceipt(state),
    unsent: unsent.filter(({ fields }) => !isEmpty(fields)),
    captchaFailure: undefined,
  };
}

/** Discards a message. The one that was discarded before is removed for good. */
export function discard(state: MessageState, discardedId: string): MessageState {
  return { ...forgetDiscarded(state), discardedId };
}

export function undoDiscard(state: MessageState): MessageState {
  return { ...state, discardedId: undefined };
}

/** Returns the state after a reload. The new document does not get the response to a message that was being sent. */
export function afterReload(state: MessageState): MessageState {
  const { status } = state;
  if (status.kind === 'sending') {
    return finishSending(state, status.submitted, { status: 'unconfirmed' });
  }
  return status.kind === 'checking' ? { ...state, status: idle } : state;
}

function ageReceipt({ receipt }: MessageState): Receipt | undefined {
  return receipt && { ...receipt, isNew: false };
}

function forgetDiscarded(state: MessageState): MessageState {
  return { ...state, unsent: keptMessages(state), discardedId: undefined };
}

/** Empties the form if it contains a text. */
function clear(state: MessageState, text: MessageFields): MessageState {
  return { ...state, fields: isSame(state.fields, text) ? emptyFields : state.fields };
}
