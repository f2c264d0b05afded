import type { FeedbackParams } from '../routes.ts';
import { isEmpty, type MessageFields } from './messageFields.ts';
import { afterReload, emptyState, type MessageState, type UnsentMessage } from './messageState.ts';

type StoredState = Pick<MessageState, 'fields' | 'unsent'>;

const storageKey = ({ subscriberId, briefId }: FeedbackParams) =>
  `subscriber-feedback:messages:${subscriberId}/${briefId}`;

/** Reads what was written earlier in this tab. Returns an empty state if no valid state is stored. */
export function loadMessages(params: FeedbackParams): MessageState {
  const stored = tryStorage(() => sessionStorage.getItem(storageKey(params)));
  const state: unknown = tryStorage(() => JSON.parse(stored ?? 'null'));
  return isStoredState(state) ? afterReload(state) : emptyState;
}

/** If the browser denies access to storage, the messages are lost when the page is closed or reloaded. */
export function saveMessages(params: FeedbackParams, { fields, unsent }: MessageState): void {
  const key = storageKey(params);
  tryStorage(() => {
    if (isEmpty(fields) && unsent.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ fields, unsent } satisfies StoredState));
  });
}

function tryStorage<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function isStoredState(value: unknown): value is StoredState {
  const { fields, unsent } = toRecord(value);
  return isMessageFields(fields) && Array.isArray(unsent) && unsent.every(isUnsentMessage);
}

const statuses: Readonly<Record<UnsentMessage['status'], true>> = {
  sending: true,
  notSent: true,
  unconfirmed: true,
  setAside: true,
};

function isUnsentMessage(value: unknown): value is UnsentMessage {
  const { id, fields, status } = toRecord(value);
  return (
    typeof id === 'string' &&
    isMessageFields(fields) &&
    typeof status === 'string' &&
    Object.hasOwn(statuses, status)
  );
}

function isMessageFields(value: unknown): value is MessageFields {
  const { subject, message } = toRecord(value);
  return typeof subject === 'string' && typeof message === 'string';
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
