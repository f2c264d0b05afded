import { expect, test } from 'vitest';
import {
  afterReload,
  discard,
  edit,
  emptyState,
  finishSending,
  restore,
  startSending,
  startVerification,
} from '../../client/feedback/messageState.ts';

const first = { subject: 'first', message: 'one' };
const second = { subject: 'second', message: 'two' };
const empty = { subject: '', message: '' };

const written = edit(emptyState, first);
const sending = startSending(startVerification(written), 'id');
const failed = finishSending(sending, 'id', 'notSent');

test('a message cannot be edited during verification', () => {
  const verifying = startVerification(written);
  expect(edit(verifying, { subject: 'other' })).toBe(verifying);
});

test('sending clears the form and keeps the message', () => {
  expect(sending).toEqual({
    fields: empty,
    phase: 'sending',
    unsent: [{ id: 'id', fields: first, status: 'sending' }],
  });
});

test('a delivered message is removed, and text written in the meantime is kept', () => {
  expect(finishSending(edit(sending, second), 'id', 'delivered')).toEqual({
    fields: second,
    phase: 'writing',
    unsent: [],
  });
});

test('restoring into an empty form moves the message from the list to the form', () => {
  expect(restore(failed, 'id')).toEqual({ fields: first, phase: 'writing', unsent: [] });
});

test('restoring swaps the message with newer text, and restoring again swaps back', () => {
  const swapped = restore(edit(failed, second), 'id');
  expect(swapped).toMatchObject({
    fields: first,
    unsent: [{ id: 'id', fields: second, status: 'setAside' }],
  });
  expect(restore(swapped, 'id')).toMatchObject({ fields: second, unsent: [{ fields: first }] });
});

test('two undelivered messages are both kept', () => {
  const again = finishSending(startSending(edit(failed, second), 'id2'), 'id2', 'unconfirmed');
  expect(again.unsent.map(({ fields, status }) => [fields.subject, status])).toEqual([
    ['first', 'notSent'],
    ['second', 'unconfirmed'],
  ]);
  expect(discard(again, 'id').unsent.map(({ id }) => id)).toEqual(['id2']);
});

test('a message that was being sent is unconfirmed after a reload', () => {
  expect(afterReload(sending)).toEqual({
    fields: empty,
    phase: 'writing',
    unsent: [{ id: 'id', fields: first, status: 'unconfirmed' }],
  });
});
