import { isEmpty, type MessageFields, mapFields } from './messageFields.ts';
import {
  adviceNames,
  type FormStatus,
  hasWritten,
  keptMessages,
  type MessageState,
  type Receipt,
  unsentStatuses,
} from './messageState.ts';

/** Reads the stored state of this tab, as far as it can be read: another release may have stored it. */
export function loadMessages(key: string): MessageState {
  let stored: unknown;
  try {
    stored = JSON.parse(sessionStorage.getItem(key) ?? '');
  } catch {
    // Nothing is stored, or it cannot be read.
  }
  return readState(stored);
}

/** Whether nothing is stored. False if the browser denies access. */
export function isCleared(key: string): boolean {
  try {
    return sessionStorage.getItem(key) === null;
  } catch {
    return false;
  }
}

/**
 * Stores the state, or removes it if there is nothing to keep. Returns whether the browser has done it. If not, the
 * messages last as long as the page.
 */
export function saveMessages(key: string, state: MessageState): boolean {
  try {
    if (hasWritten(state) || state.receipt) {
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
 * Reads a stored state. Properties that this release does not know are kept, because the next release may know them. An
 * unsent message with an unknown status may have been delivered.
 */
function readState(value: unknown): MessageState {
  const stored = readProperties(value);
  const unsent = readList(stored.unsent)
    .map((message, index) => ({
      ...message,
      id: `${index}`,
      fields: readTexts(message.fields),
      status: unsentStatuses.find((status) => status === message.status),
    }))
    .filter(({ fields }) => !isEmpty(fields));
  const doubtful = unsent.filter(({ status }) => !status).map(({ fields }) => fields);

  const fields = readTexts(stored.fields);
  return {
    ...stored,
    fields,
    status: readStatus(stored.status),
    unsent: unsent.map((message) => ({ ...message, status: message.status ?? 'notSent' })),
    discardedId: undefined,
    unconfirmed: [...readList(stored.unconfirmed).map(readTexts), ...doubtful],
    failures: Number(stored.failures) || 0,
    advice: adviceNames.find((name) => name === stored.advice),
    captchaFailure: undefined,
    receipt: readReceipt(stored.receipt, fields),
  };
}

/** Reads a stored status. An unknown one counts as that of a message that was being sent. */
function readStatus(value: unknown): FormStatus {
  const { kind, submitted } = readProperties(value);
  const fields = readTexts(submitted);
  if (isEmpty(fields)) return { kind: kind === 'failed' ? kind : 'idle' };

  return { kind: kind === 'checking' ? kind : 'sending', submitted: fields };
}

/**
 * Reads a stored receipt.
 * @param written the text of the form, some of which may have been typed before the script ran
 */
function readReceipt(value: unknown, written: MessageFields): Receipt | undefined {
  const { fields, sentAt, isNew } = readProperties(value);
  const submitted = readTexts(fields);
  if (typeof sentAt !== 'number' || isEmpty(submitted)) return undefined;

  return { fields: submitted, sentAt, isNew: isNew === true && isEmpty(written) };
}

function readTexts(value: unknown): MessageFields {
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
