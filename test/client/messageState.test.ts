import { expect, test } from 'vitest';
import {
  afterReload,
  beginSending,
  beginVerifying,
  discard,
  edit,
  emptyState,
  endSending,
  restore,
} from '../../client/feedback/messageState.ts';

const first = { subject: 'first', message: 'one' };
const second = { subject: 'second', message: 'two' };
const empty = { subject: '', message: '' };

const written = edit(emptyState, first);
const sending = beginSending(beginVerifying(written), 'id');
const failed = endSending(sending, 'id', 'notSent');

test('what is being verified cannot be changed', () => {
  const verifying = beginVerifying(written);
  expect(edit(verifying, { subject: 'other' })).toBe(verifying);
});

test('a message that is being sent has left the form and is kept', () => {
  expect(sending).toEqual({
    fields: empty,
    phase: 'sending',
    unsent: [{ id: 'id', fields: first, fate: 'sending' }],
  });
});

test('a message that was delivered is forgotten, what was written meanwhile is not', () => {
  expect(endSending(edit(sending, second), 'id', 'delivered')).toEqual({
    fields: second,
    phase: 'writing',
    unsent: [],
  });
});

test('restoring into an empty form gives the message back and ends the offer', () => {
  expect(restore(failed, 'id')).toEqual({ fields: first, phase: 'writing', unsent: [] });
});

test('restoring swaps with newer text, and restoring again swaps back', () => {
  const swapped = restore(edit(failed, second), 'id');
  expect(swapped).toMatchObject({
    fields: first,
    unsent: [{ id: 'id', fields: second, fate: 'setAside' }],
  });
  expect(restore(swapped, 'id')).toMatchObject({ fields: second, unsent: [{ fields: first }] });
});

test('two messages that failed are both kept', () => {
  const again = endSending(beginSending(edit(failed, second), 'id2'), 'id2', 'unconfirmed');
  expect(again.unsent.map(({ fields, fate }) => [fields.subject, fate])).toEqual([
    ['first', 'notSent'],
    ['second', 'unconfirmed'],
  ]);
  expect(discard(again, 'id').unsent.map(({ id }) => id)).toEqual(['id2']);
});

test('a message that was under way when the page went is unconfirmed after a reload', () => {
  expect(afterReload(sending)).toEqual({
    fields: empty,
    phase: 'writing',
    unsent: [{ id: 'id', fields: first, fate: 'unconfirmed' }],
  });
});
