import type { MessageFields } from './messageFields.ts';
import { areEmpty } from './messageFields.ts';
import { afterReload, emptyState, type Fate, type MessageState } from './messageState.ts';

const keyOf = (briefId: string) => `subscriber-feedback:messages:${briefId}`;

/** What an earlier visit in this tab left; an empty state where there is nothing readable. */
export function loadMessages(briefId: string): MessageState {
  const stored = attempt(() => sessionStorage.getItem(keyOf(briefId)));
  const value: unknown = stored ? attempt(() => JSON.parse(stored)) : undefined;
  return isStored(value) ? afterReload(value) : emptyState;
}

/** Where the browser refuses storage, what is written lives as long as the page. */
export function saveMessages(briefId: string, { fields, unsent }: MessageState): void {
  attempt(() => {
    if (areEmpty(fields) && unsent.length === 0) sessionStorage.removeItem(keyOf(briefId));
    else sessionStorage.setItem(keyOf(briefId), JSON.stringify({ fields, unsent }));
  });
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

type Stored = Omit<MessageState, 'phase'>;

function isStored(value: unknown): value is Stored {
  const { fields, unsent } = recordOf(value);
  return areFields(fields) && Array.isArray(unsent) && unsent.every(isUnsent);
}

const fates: readonly unknown[] = [
  'sending',
  'notSent',
  'unconfirmed',
  'setAside',
] satisfies Fate[];

function isUnsent(value: unknown): boolean {
  const { id, fields, fate } = recordOf(value);
  return typeof id === 'string' && areFields(fields) && fates.includes(fate);
}

function areFields(value: unknown): value is MessageFields {
  const { subject, message } = recordOf(value);
  return typeof subject === 'string' && typeof message === 'string';
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
