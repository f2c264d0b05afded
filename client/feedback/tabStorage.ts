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

/** Follows a stored state, so that the longer one of a message in transit still fits into a full storage. */
const reserve = ' '.repeat(256);

/** If the browser denies access to storage, the messages are lost when the page is closed or reloaded. */
export function saveMessages(params: FeedbackParams, { fields, unsent }: MessageState): void {
  const key = storageKey(params);
  if (isEmpty(fields) && unsent.length === 0) {
    tryStorage(() => sessionStorage.removeItem(key));
    return;
  }
  const text = JSON.stringify({ fields, unsent } satisfies StoredState);
  const save = (value: string) =>
    tryStorage(() => {
      sessionStorage.setItem(key, value);
      return true;
    });
  if (!save(text + reserve)) save(text);
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
