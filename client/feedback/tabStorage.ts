import { isEmpty, type MessageFields, mapFields } from './messageFields.ts';
import {
  afterReload,
  hasWritten,
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
  if (!hasWritten(state)) {
    tryStorage(() => sessionStorage.removeItem(key));
    return true;
  }
  const isSaved = tryStorage(() => {
    sessionStorage.setItem(key, JSON.stringify({ ...state, unsent: keptMessages(state) }));
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
  const fields = readFields(stored.fields);
  const unsent = (Array.isArray(stored.unsent) ? stored.unsent : [])
    .map(readUnsent)
    .filter((message) => !isEmpty(message.fields));
  // An unknown status may be one of a message in transit.
  const status = statuses.find((each) => each === stored.status) ?? 'sending';
  // A release without a list of the unconfirmed texts has only the statuses.
  const unconfirmed = Array.isArray(stored.unconfirmed)
    ? stored.unconfirmed.map(readFields)
    : [{ fields, status }, ...unsent]
        .filter((message) => message.status === 'unconfirmed')
        .map((message) => message.fields);
  return {
    ...stored,
    fields,
    status,
    submitted: readFields(stored.submitted),
    unsent,
    unconfirmed,
    failures: Number(stored.failures) || 0,
    captchaFailure: undefined,
  };
}

function readUnsent(value: unknown, index: number): UnsentMessage {
  const stored = readProperties(value);
  return {
    ...stored,
    id: `${index}`,
    fields: readFields(stored.fields),
    status: unsentStatuses.find((status) => status === stored.status) ?? 'unconfirmed',
  };
}

function readFields(value: unknown): MessageFields {
  const stored = readProperties(value);
  const texts = mapFields(({ name }) => {
    const text = stored[name];
    return typeof text === 'string' ? text : '';
  });
  return { ...stored, ...texts };
}

function readProperties(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
