import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { emptyFields } from '../../client/feedback/messageFields.ts';
import {
  canSubmit,
  discard,
  edit,
  emptyState,
  failChecking,
  finishSending,
  isUnconfirmed,
  keptMessages,
  listTexts,
  type MessageState,
  restore,
  startChecking,
  startSending,
  type UnsentMessage,
  undoDiscard,
} from '../../client/feedback/messageState.ts';
import { describeOutcome } from '../../client/feedback/SubmissionOutcome.tsx';

const first = { ...emptyFields, subject: 'first', message: 'one' };
const second = { ...emptyFields, subject: 'second', message: 'two' };
const third = { ...emptyFields, subject: 'third', message: 'three' };

const delivered = { status: 'delivered' } as const;
const undelivered = { status: 'undelivered' } as const;
const unconfirmed = { status: 'unconfirmed' } as const;

const send = (state: MessageState) => startSending(startChecking(state), state.fields);
const sending = send(edit(emptyState, first));
/** The first message has failed while the second was being written. */
const conflict = finishSending(edit(sending, second), first, undelivered);
const id = conflict.unsent[0]?.id ?? '';

/** The text of the form and its status, and the same of each kept message. */
const shown = (state: MessageState) =>
  [{ fields: state.fields, status: state.status.kind }, ...keptMessages(state)].map(
    ({ fields, status }) => [fields.subject, isUnconfirmed(state, fields) ? 'unconfirmed' : status],
  );

test.each(
  Object.entries<MessageState>({
    'disabled without a text': emptyState,
    'enabled with both texts': edit(emptyState, first),
    'enabled after a failure': failChecking(edit(emptyState, first), 'expired'),
    'disabled while the security check runs': startChecking(edit(emptyState, first)),
    'disabled while a message is being sent': edit(sending, second),
  }),
)('Submit is %s', (expected, state) => {
  expect(expected).toMatch(canSubmit(state) ? /^enabled/ : /^disabled/);
});

describe('a kept text', () => {
  test('that is restored into an empty form leaves the list', () => {
    expect(shown(restore(edit(conflict, emptyFields), id))).toEqual([['first', 'failed']]);
  });

  test('that is restored changes places with the text of the form', () => {
    const swapped = restore(conflict, id);
    expect(shown(swapped)).toEqual([
      ['first', 'failed'],
      ['second', 'setAside'],
    ]);
    expect(shown(restore(swapped, id))).toEqual([
      ['second', 'idle'],
      ['first', 'notSent'],
    ]);
  });

  test('that is restored is not what a failed security check was about', () => {
    const restored = restore(failChecking(conflict, 'blocked'), id);
    expect(describeOutcome(restored)).toMatchObject({ title: 'Not sent' });
  });

  test('is not restored while a message is being submitted', () => {
    const state = send(conflict);
    expect(restore(state, id)).toBe(state);
  });

  test('that is discarded can be got back until the next action, also if something is written', () => {
    const discarded = edit(discard(conflict, id), third);
    expect(shown(discarded)).toEqual([['third', 'idle']]);
    expect(shown(undoDiscard(discarded))).toEqual([
      ['third', 'idle'],
      ['first', 'notSent'],
    ]);
    const other: UnsentMessage = { id: 'other', fields: second, status: 'notSent' };
    const state = { ...discarded, unsent: [...discarded.unsent, other] };
    for (const next of [startChecking(state), discard(state, ''), restore(state, 'other')]) {
      expect(listTexts(undoDiscard(next))).not.toContainEqual(first);
    }
  });
});

describe('a text that may have arrived is unconfirmed', () => {
  const doubtful = finishSending(sending, first, unconfirmed);

  test('also if no other attempt gets so far', () => {
    const state = failChecking(startChecking(doubtful), 'blocked');
    expect(shown(state)).toEqual([['first', 'unconfirmed']]);
    expect(describeOutcome(state)).toMatchObject({
      title: 'Not confirmed',
      text: expect.stringContaining('the editor may then get it twice'),
    });
  });

  test('until it is delivered', () => {
    const settled = finishSending(send(doubtful), first, delivered);
    expect(shown(finishSending(send(edit(settled, first)), first, undelivered))).toEqual([
      ['first', 'failed'],
    ]);
  });

  test('until it is changed', () => {
    const changed = finishSending(send(edit(doubtful, second)), second, undelivered);
    expect(shown(changed)).toEqual([['second', 'failed']]);
  });
});

describe('the outcome', () => {
  test('offers the contact page after the second failure in a row, and at once where no attempt helps', () => {
    const failed = finishSending(sending, first, undelivered);
    expect(describeOutcome(failed)).toMatchObject({ offersContact: false });
    expect(describeOutcome(finishSending(send(failed), first, undelivered))).toMatchObject({
      offersContact: true,
    });
    expect(describeOutcome(failChecking(failed, 'blocked'))).toMatchObject({ offersContact: true });
    expect(
      describeOutcome(finishSending(sending, first, { ...undelivered, advice: 'contact' })),
    ).toMatchObject({ offersContact: true });
    const again = send(edit(finishSending(send(failed), first, delivered), first));
    expect(describeOutcome(finishSending(again, first, undelivered))).toMatchObject({
      offersContact: false,
    });
  });
});

describe('a receipt', () => {
  const settled = finishSending(sending, first, delivered);

  test('is of the last message that was delivered, and new until the next edit', () => {
    const sentAt = Date.UTC(2026, 10, 22);
    vi.setSystemTime(sentAt);
    onTestFinished(() => void vi.useRealTimers());
    const { receipt } = finishSending(sending, first, delivered);
    expect(receipt).toEqual({ fields: first, sentAt, isNew: true });
    const edited = edit(settled, second);
    expect(edited.receipt).toMatchObject({ fields: first, isNew: false });
    expect(finishSending(send(edited), second, undelivered).receipt?.fields).toEqual(first);
    expect(finishSending(send(edited), second, delivered).receipt?.fields).toEqual(second);
  });

  test('is not new if the next message has been begun, nor once a text is restored', () => {
    const beside = finishSending(edit(sending, second), first, delivered);
    expect(beside).toMatchObject({ fields: second, receipt: { fields: first, isNew: false } });
    const restored = restore({ ...conflict, receipt: settled.receipt }, id);
    expect(restored.receipt).toMatchObject({ fields: first, isNew: false });
  });
});
