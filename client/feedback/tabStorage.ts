import { v4 as uuid } from 'uuid';
import { isEmpty, type MessageFields } from './messageFields.ts';
import {
  afterReload,
  keptMessages,
  type MessageState,
  statuses,
  type UnsentMessage,
  unsentStatuses,
} from './messageState.ts';

/** Reads what was written in this tab, maybe in another release, as far as it can be read. */
export function loadMessages(key: string): MessageState {
  const stored = tryStorage(() => sessionStorage.getItem(key));
  return afterReload(readState(tryStorage(() => JSON.parse(stored ?? 'null'))));
}

/** Returns whether the browser has stored the state. If not, the messages last as long as the page. */
export function saveMessages(key: string, state: MessageState): boolean {
  const unsent = keptMessages(state);
  if (isEmpty(state.fields) && unsent.length === 0 && state.status !== 'sending') {
    tryStorage(() => sessionStorage.removeItem(key));
    return true;
  }
  const isSaved = tryStorage(() => {
    sessionStorage.setItem(key, JSON.stringify({ ...state, unsent }));
    return true;
  });
  return isSaved ?? false;
}

function tryStorage<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

// Properties that this release does not know are kept, because the next release may know them.

function readState(value: unknown): MessageState {
  const stored = readProperties(value);
  return {
    ...stored,
    fields: readFields(stored.fields),
    // An unknown status may be one of a message in transit.
    status: statuses.find((status) => status === stored.status) ?? 'sending',
    submitted: readFields(stored.submitted),
    unsent: (Array.isArray(stored.unsent) ? stored.unsent : [])
      .map(readUnsent)
      .filter(({ fields }) => !isEmpty(fields)),
  };
}

function readUnsent(value: unknown): UnsentMessage {
  const stored = readProperties(value);
  return {
    ...stored,
    id: uuid(),
    fields: readFields(stored.fields),
    status: unsentStatuses.find((status) => status === stored.status) ?? 'unconfirmed',
  };
}

function readFields(value: unknown): MessageFields {
  const stored = readProperties(value);
  return { ...stored, subject: readText(stored.subject), message: readText(stored.message) };
}

function readProperties(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
