import { describe, expect, test } from 'vitest';
import {
  afterReload,
  discard,
  edit,
  emptyState,
  finishSending,
  keptMessages,
  restore,
  startChecking,
  startSending,
} from '../../client/feedback/messageState.ts';

const first = { subject: 'first', message: 'one' };
const second = { subject: 'second', message: 'two' };
const empty = { subject: '', message: '' };

const written = edit(emptyState, first);
const sending = startSending(startChecking(written));
const conflict = finishSending(edit(sending, second), first, 'notSent');
const [kept] = conflict.unsent;
const id = kept?.id ?? '';

test('restoring into an empty form leaves no notice', () => {
  expect(restore(edit(conflict, empty), id)).toMatchObject({ fields: first, unsent: [] });
});

test('nothing is restored while a message is being submitted', () => {
  const state = startSending(conflict);
  expect(restore(state, id)).toBe(state);
});

test('two undelivered messages are both kept, and each can be discarded', () => {
  const third = { subject: 'third', message: 'three' };
  const again = finishSending(edit(startSending(conflict), third), second, 'unconfirmed');
  expect(again.fields).toEqual(third);
  expect(again.unsent.map(({ fields, status }) => [fields.subject, status])).toEqual([
    ['first', 'notSent'],
    ['second', 'unconfirmed'],
  ]);
  expect(keptMessages(discard(again, id)).map(({ fields }) => fields)).toEqual([second]);
});

describe('after a reload', () => {
  test('a late response settles a message that is in the form already', () => {
    const reloaded = afterReload(sending);
    expect(finishSending(reloaded, first, 'delivered')).toMatchObject({
      fields: empty,
      status: 'sent',
    });
    expect(finishSending(reloaded, first, 'notSent')).toMatchObject({
      fields: first,
      status: 'notSent',
      unsent: [],
    });
  });

  test('a late delivery removes the offer to restore the message', () => {
    const reloaded = afterReload(edit(sending, second));
    expect(reloaded.unsent).toMatchObject([{ fields: first, status: 'unconfirmed' }]);
    expect(finishSending(reloaded, first, 'delivered').unsent).toEqual([]);
  });

  test.each([
    ['being checked', startChecking],
    ['in transit', startSending],
  ])('a late response leaves the next message as it is while that is %s', (_, submit) => {
    const next = submit(edit(afterReload(sending), second));
    expect(finishSending(next, first, 'delivered')).toEqual(next);
    const unsent = [{ fields: first, status: 'notSent' }];
    expect(finishSending(next, first, 'notSent')).toMatchObject({ ...next, unsent });
  });
});
