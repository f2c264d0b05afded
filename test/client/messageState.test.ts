import { describe, expect, test } from 'vitest';
import {
  afterReload,
  canSubmit,
  discard,
  edit,
  emptyState,
  failChecking,
  finishSending,
  hasWritten,
  keptMessages,
  type MessageState,
  restore,
  startChecking,
  startSending,
  undoDiscard,
} from '../../client/feedback/messageState.ts';
import { describeOutcome } from '../../client/feedback/outcome.ts';

const first = { subject: 'first', message: 'one' };
const second = { subject: 'second', message: 'two' };
const third = { subject: 'third', message: 'three' };
const empty = { subject: '', message: '' };

const delivered = { status: 'delivered' } as const;
const notSent = { status: 'notSent' } as const;
const unconfirmed = { status: 'unconfirmed' } as const;

const send = (state: MessageState) => startSending(startChecking(state));
const sending = send(edit(emptyState, first));
/** The first message has failed while the second was being written. */
const conflict = finishSending(edit(sending, second), first, notSent);
const [kept] = conflict.unsent;
const id = kept?.id ?? '';
const statusesOf = ({ unsent }: MessageState) =>
  unsent.map(({ fields, status }) => [fields.subject, status]);

describe('Submit', () => {
  test.each<[boolean, string, MessageState]>([
    [false, 'without a text', emptyState],
    [false, 'without a message', edit(emptyState, { ...first, message: '' })],
    [
      false,
      'with a text that is too long',
      edit(emptyState, { ...first, message: 'x'.repeat(501) }),
    ],
    [true, 'with both texts', edit(emptyState, first)],
    [true, 'after a failure', failChecking(edit(emptyState, first), 'expired')],
    [false, 'while the security check runs', startChecking(edit(emptyState, first))],
    [false, 'while a message is being sent', edit(sending, second)],
  ])('is enabled: %s %s', (isEnabled, _, state) => {
    expect(canSubmit(state)).toBe(isEnabled);
  });

  test('sends the message as it was when the security check began', () => {
    expect(edit(startChecking(edit(emptyState, first)), second).fields).toEqual(first);
  });
});

describe('a kept text', () => {
  test('that is restored into an empty form leaves the list', () => {
    expect(restore(edit(conflict, empty), id)).toMatchObject({
      fields: first,
      status: 'notSent',
      unsent: [],
    });
  });

  test('that is restored changes places with the text of the form', () => {
    const swapped = restore(conflict, id);
    expect(swapped).toMatchObject({ fields: first, status: 'notSent' });
    expect(statusesOf(swapped)).toEqual([['second', 'setAside']]);
    const swappedBack = restore(swapped, id);
    expect(swappedBack).toMatchObject({ fields: second, status: 'idle' });
    expect(statusesOf(swappedBack)).toEqual([['first', 'notSent']]);
  });

  test('is not restored while a message is being submitted', () => {
    const state = startSending(conflict);
    expect(restore(state, id)).toBe(state);
  });

  test('is added to those before it, under an id of its own', () => {
    const again = finishSending(edit(startSending(conflict), third), second, unconfirmed);
    expect(again.fields).toEqual(third);
    expect(statusesOf(again)).toEqual([
      ['first', 'notSent'],
      ['second', 'unconfirmed'],
    ]);
    expect(again.unsent[0]?.id).not.toBe(again.unsent[1]?.id);
  });

  test('that is discarded can be got back until the next action', () => {
    const discarded = discard(conflict, id);
    expect(keptMessages(discarded)).toEqual([]);
    expect(keptMessages(undoDiscard(discarded))).toEqual([kept]);
    for (const next of [edit(discarded, third), startChecking(discarded), discard(discarded, '')]) {
      expect(undoDiscard(next).unsent).toEqual([]);
    }
  });
});

describe('a text that may have arrived stays unconfirmed', () => {
  const doubtful = finishSending(sending, first, unconfirmed);

  test.each<[string, MessageState]>([
    ['through an attempt that fails for certain', finishSending(send(doubtful), first, notSent)],
    ['through a failed security check', failChecking(startChecking(doubtful), 'blocked')],
    ['through a reload during the security check', afterReload(startChecking(doubtful))],
    ['through a reload while it is sent again', afterReload(send(doubtful))],
    [
      'if it is written again after a failed security check and a change',
      edit(edit(failChecking(startChecking(doubtful), 'blocked'), second), first),
    ],
    [
      'if it is written again after a change',
      finishSending(send(edit(edit(doubtful, second), first)), first, notSent),
    ],
  ])('%s', (_, state) => {
    expect(state).toMatchObject({ fields: first, status: 'unconfirmed' });
    expect(describeOutcome(state)).toMatchObject({
      title: 'Not confirmed',
      text: expect.stringContaining('the editor may get it twice'),
    });
  });

  test('when it is set aside, and when it comes back', () => {
    const setAside = restore(
      { ...conflict, ...edit(doubtful, first), unsent: conflict.unsent },
      id,
    );
    expect(statusesOf(setAside)).toEqual([['first', 'unconfirmed']]);
  });

  test('until it is delivered', () => {
    const settled = finishSending(send(doubtful), first, delivered);
    expect(settled).toMatchObject({ fields: empty, status: 'sent', unconfirmed: [] });
    expect(finishSending(send(edit(settled, first)), first, notSent).status).toBe('notSent');
  });

  test('until it is changed and the other text is sent', () => {
    const changed = finishSending(send(edit(doubtful, second)), second, notSent);
    expect(changed).toMatchObject({ fields: second, status: 'notSent', unconfirmed: [] });
  });
});

describe('the outcome', () => {
  test('offers the contact page after the second failure in a row, and at once after a 401', () => {
    const offers = (state: MessageState) => describeOutcome(state)?.offersContact;
    const failed = finishSending(sending, first, notSent);
    expect(offers(failed)).toBe(false);
    expect(offers(finishSending(send(failed), first, notSent))).toBe(true);
    expect(offers(failChecking(failed, 'blocked'))).toBe(true);
    expect(offers(finishSending(sending, first, { ...notSent, isUnauthorized: true }))).toBe(true);
    const again = send(edit(finishSending(send(failed), first, delivered), first));
    expect(offers(finishSending(again, first, notSent))).toBe(false);
  });

  test('of a delivery has its time, and disappears at the next edit', () => {
    const settled = {
      ...finishSending(sending, first, delivered),
      sentAt: new Date(2026, 1, 1, 9, 5).getTime(),
    };
    expect(describeOutcome(settled)).toMatchObject({ title: 'Sent at 09:05', quote: 'first' });
    expect(describeOutcome(edit(settled, second))).toBeUndefined();
  });

  test('of a failed security check stays until the next attempt, while there is a text', () => {
    const failed = failChecking(startChecking(edit(emptyState, first)), 'offline');
    const outcome = { title: 'You are offline, so nothing was sent.', isUrgent: true };
    expect(describeOutcome(edit(failed, second))).toMatchObject(outcome);
    expect(describeOutcome(edit(failed, empty))).toBeUndefined();
    expect(describeOutcome(startChecking(failed))).toBeUndefined();
  });
});

describe('after a reload', () => {
  test('a late response settles a message that is in the form already', () => {
    const reloaded = afterReload(sending);
    expect(finishSending(reloaded, first, delivered)).toMatchObject({
      fields: empty,
      status: 'sent',
    });
    expect(finishSending(reloaded, first, notSent)).toMatchObject({ fields: first, unsent: [] });
  });

  test('a late delivery removes the offer to restore the message', () => {
    const reloaded = afterReload(edit(sending, second));
    expect(statusesOf(reloaded)).toEqual([['first', 'unconfirmed']]);
    expect(finishSending(reloaded, first, delivered).unsent).toEqual([]);
  });

  test.each([
    ['being checked', startChecking],
    ['in transit', startSending],
  ])('a late response leaves the next message as it is while that is %s', (_, submit) => {
    const next = submit(edit(afterReload(sending), second));
    const { fields, status, submitted } = next;
    const late = finishSending(next, first, delivered);
    expect(late).toMatchObject({ fields, status, submitted, unsent: [] });
    const failed = finishSending(next, first, notSent);
    expect(failed).toMatchObject({ fields, status, submitted, unsent: [{ fields: first }] });
  });
});

test.each<[boolean, MessageState]>([
  [false, emptyState],
  [true, edit(emptyState, first)],
  [true, sending],
  [true, edit(conflict, empty)],
  [false, discard(edit(conflict, empty), id)],
])('something is kept: %s, case %#', (isKept, state) => {
  expect(hasWritten(state)).toBe(isKept);
});
