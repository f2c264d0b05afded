import { v4 as uuid } from 'uuid';
import type { FeedbackParams } from '../routes.ts';
import { isEmpty, type MessageFields, storageKey } from './messageFields.ts';
import { afterReload, type MessageState, type UnsentMessage } from './messageState.ts';
import { readList, readObject, readOneOf, readText } from './readers.ts';

/** Reads what was written in this tab, as far as it can be read. */
export function loadMessages(params: FeedbackParams): MessageState {
  const stored = tryStorage(() => sessionStorage.getItem(storageKey(params)));
  return afterReload(readState(tryStorage(() => JSON.parse(stored ?? 'null'))));
}

/** Follows a stored state, so that the longer one of a message in transit still fits into a full storage. */
const reserve = ' '.repeat(256);

/** Returns whether the browser has stored the state. If not, the messages last as long as the page. */
export function saveMessages(params: FeedbackParams, state: MessageState): boolean {
  const key = storageKey(params);
  if (isEmpty(state.fields) && state.unsent.length === 0 && state.status !== 'sending') {
    tryStorage(() => sessionStorage.removeItem(key));
    return true;
  }
  const text = JSON.stringify(state);
  const save = (value: string) =>
    tryStorage(() => {
      sessionStorage.setItem(key, value);
      return true;
    });
  return save(text + reserve) ?? save(text) ?? false;
}

function tryStorage<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const readFields = readObject<MessageFields>({ subject: readText, message: readText });

const readUnsent = readObject<UnsentMessage>({
  id: (value) => readText(value) || uuid(),
  fields: readFields,
  status: readOneOf<UnsentMessage['status']>(
    { notSent: true, unconfirmed: true, setAside: true },
    'unconfirmed',
  ),
});

const readState = readObject<MessageState>({
  fields: readFields,
  // An unknown status may be one of a message in transit.
  status: readOneOf<MessageState['status']>(
    { idle: true, checking: true, sending: true, sent: true, notSent: true, unconfirmed: true },
    'sending',
  ),
  submitted: readFields,
  unsent: (value) => readList(readUnsent)(value).filter(({ fields }) => !isEmpty(fields)),
});
