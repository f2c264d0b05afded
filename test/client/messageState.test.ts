import { describe, expect, test } from 'vitest';
import {
  afterReload,
  canSubmit,
  discard,
  edit,
  emptyState,
  finishSending,
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

test('a message cannot be edited while the captcha is running', () => {
  const checking = startChecking(written);
  expect(edit(checking, second)).toBe(checking);
});

test('sending clears the form and keeps the message', () => {
  expect(sending).toEqual({ fields: empty, status: 'sending', submitted: first, unsent: [] });
});

test('while a message is being sent, another can be written but not submitted', () => {
  const state = edit(sending, second);
  expect(state).toMatchObject({ fields: second, status: 'sending', submitted: first });
  expect(canSubmit(state)).toBe(false);
});

test('after a delivery, text written in the meantime is still in the form', () => {
  expect(finishSending(edit(sending, second), first, 'delivered')).toEqual({
    fields: second,
    status: 'sent',
    submitted: first,
    unsent: [],
  });
});

test('the status stays until the next edit', () => {
  const sent = finishSending(sending, first, 'delivered');
  expect(edit(sent, empty)).toBe(sent);
  expect(edit(sent, second).status).toBe('idle');
});

test('a message that was not delivered goes back into an empty form', () => {
  expect(finishSending(sending, first, 'notSent')).toEqual({
    fields: first,
    status: 'notSent',
    submitted: first,
    unsent: [],
  });
});

test('a message that was not delivered does not replace newer text', () => {
  expect(conflict).toMatchObject({
    fields: second,
    status: 'notSent',
    unsent: [{ fields: first, status: 'notSent' }],
  });
});

test('restoring swaps the message with newer text, and restoring again swaps back', () => {
  const swapped = restore(conflict, id);
  expect(swapped).toMatchObject({
    fields: first,
    status: 'notSent',
    unsent: [{ id, fields: second, status: 'setAside' }],
  });
  expect(restore(swapped, id)).toMatchObject({
    fields: second,
    status: 'idle',
    unsent: [{ fields: first, status: 'notSent' }],
  });
});

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
  expect(discard(again, id).unsent.map(({ fields }) => fields)).toEqual([second]);
});

describe('after a reload', () => {
  test('a message that was being sent is in the form, unconfirmed', () => {
    const reloaded = afterReload(sending);
    expect(reloaded).toMatchObject({ fields: first, status: 'unconfirmed', unsent: [] });
  });

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

  test('the captcha does not run', () => {
    expect(afterReload(startChecking(written))).toEqual(written);
  });
});
