import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyFields } from '../../client/feedback/messageFields.ts';
import { afterReload, emptyState, isUnconfirmed } from '../../client/feedback/messageState.ts';
import { loadMessages, saveMessages } from '../../client/feedback/tabStorage.ts';
import { stubStorage } from './fixtures/fakePage.ts';

const first = { ...emptyFields, subject: 'first', message: 'one' };
const second = { ...emptyFields, subject: 'second', message: 'two' };
const texts = new Map<string, string>();

beforeEach(() => stubStorage(() => texts));
afterEach(() => void vi.unstubAllGlobals());

function loadFrom(state: unknown) {
  texts.set('key', typeof state === 'string' ? state : JSON.stringify(state));
  return afterReload(loadMessages('key'));
}

test.each([
  'no JSON {',
  { fields: 7, unsent: 'none' },
  { status: 'sending', unsent: [null, {}, { fields: { subject: 1 } }] },
  { status: { kind: 'sending', submitted: {} }, receipt: { fields: first } },
  { receipt: { fields: {}, sentAt: 1 } },
])('without any text, the form is empty: %j', (state) => {
  expect(loadFrom(state)).toMatchObject({ ...emptyState, receipt: undefined });
});

test('each field and each message that can be read is read', () => {
  const state = loadFrom({
    fields: { subject: 'kept', message: { lines: ['?'] } },
    unsent: [
      { id: 'x', fields: first, status: 'queued' },
      'junk',
      { id: 'x', fields: second, status: 'setAside' },
    ],
  });
  expect(state.fields).toEqual({ ...emptyFields, subject: 'kept' });
  const [unknown, known] = state.unsent;
  expect(unknown).toMatchObject({ fields: first, status: 'notSent' });
  expect(known).toMatchObject({ fields: second, status: 'setAside' });
  expect([first, second].map((text) => isUnconfirmed(state, text))).toEqual([true, false]);
  expect(unknown?.id).not.toBe(known?.id);
});

test.each(
  Object.entries({
    'that another release has in transit': { status: { kind: 'queued', submitted: first } },
    'that may have arrived': {
      fields: first,
      status: { kind: 'checking', submitted: first },
      unconfirmed: [first],
    },
  }),
)('a message %s is in the form, unconfirmed, also after the next reload', (_, state) => {
  const loaded = loadFrom(state);
  saveMessages('key', loaded);
  for (const each of [loaded, loadMessages('key')]) {
    expect([each.fields, each.unsent]).toEqual([first, []]);
    expect(isUnconfirmed(each, first)).toBe(true);
  }
});

test('a receipt is not new to a text that was typed before the script', () => {
  const receipt = { fields: first, sentAt: 1, isNew: true };
  const loaded = loadFrom({ receipt, fields: second });
  expect(loaded).toMatchObject({ receipt: { isNew: false }, fields: second });
});

test('a receipt is stored although nothing else is', () => {
  const receipt = { fields: first, sentAt: 1, isNew: true };
  saveMessages('key', { ...emptyState, receipt });
  expect(loadMessages('key')).toEqual({ ...emptyState, receipt });
});

test('what a later release has added is stored again', () => {
  const state = loadFrom({ fields: { ...first, topic: 'prices' }, theme: 'dark' });
  saveMessages('key', state);
  expect(JSON.parse(texts.get('key') ?? '')).toMatchObject({
    fields: { topic: 'prices' },
    theme: 'dark',
  });
});

test('what helps after the last failure survives a reload', () => {
  const failed = { fields: first, status: { kind: 'failed' } };
  expect(loadFrom({ ...failed, advice: 'contact' }).advice).toBe('contact');
});
