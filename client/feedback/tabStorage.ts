import { isEmpty, type MessageFields, mapFields } from './messageFields.ts';
import {
  adviceNames,
  afterReload,
  hasWritten,
  keptMessages,
  type MessageState,
  statuses,
  unsentStatuses,
} from './messageState.ts';

/** Reads what was written in this tab, maybe in another release, as far as it can be read. */
export function loadMessages(key: string): MessageState {
  let stored: unknown;
  try {
    stored = JSON.parse(sessionStorage.getItem(key) ?? '');
  } catch {
    // Nothing is stored, or it cannot be read.
  }
  return afterReload(readState(stored));
}

/** Returns whether the browser has stored the state. If not, the messages last as long as the page. */
export function saveMessages(key: string, state: MessageState): boolean {
  try {
    if (hasWritten(state)) {
      sessionStorage.setItem(key, JSON.stringify({ ...state, unsent: keptMessages(state) }));
    } else {
      sessionStorage.removeItem(key);
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * A status that is not known may be one of a message in transit. Properties that this release does not know are
 * kept, because the next release may know them.
 */
function readState(value: unknown): MessageState {
  const stored = readProperties(value);
  const unsent = readList(stored.unsent)
    .map((message, index) => ({
      ...message,
      id: `${index}`,
      fields: readFields(message.fields),
      status: unsentStatuses.find((status) => status === message.status),
    }))
    .filter(({ fields }) => !isEmpty(fields));
  const doubtful = unsent.filter(({ status }) => !status).map(({ fields }) => fields);
  return {
    ...stored,
    fields: readFields(stored.fields),
    status: statuses.find((status) => status === stored.status) ?? 'sending',
    submitted: readFields(stored.submitted),
    unsent: unsent.map((message) => ({ ...message, status: message.status ?? 'notSent' })),
    discardedId: undefined,
    unconfirmed: [...readList(stored.unconfirmed).map(readFields), ...doubtful],
    failures: Number(stored.failures) || 0,
    advice: adviceNames.find((name) => name === stored.advice),
    captchaFailure: undefined,
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

function readList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(readProperties) : [];
}

function readProperties(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
