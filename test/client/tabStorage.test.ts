import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyState } from '../../client/feedback/messageState.ts';
import { loadMessages, saveMessages } from '../../client/feedback/tabStorage.ts';

const first = { subject: 'first', message: 'one' };
const second = { subject: 'second', message: 'two' };
let stored: string | null;

beforeEach(() => {
  stored = null;
  vi.stubGlobal('sessionStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

function loadFrom(state: unknown) {
  stored = typeof state === 'string' ? state : JSON.stringify(state);
  return loadMessages('key');
}

test.each([
  null,
  'no JSON {',
  { fields: 7, unsent: 'none' },
  { status: 'sending' },
  { unsent: [null, {}, { fields: { subject: 1 } }] },
])('without any text, the form is empty: %j', (state) => {
  expect(loadFrom(state)).toMatchObject(emptyState);
});

test('each field and each message that can be read is read', () => {
  const state = loadFrom({
    fields: { subject: 'kept', message: { lines: ['?'] } },
    unsent: [{ id: 'x', fields: first, status: 'queued' }, 'junk', { id: 'x', fields: second }],
  });
  expect(state).toMatchObject({
    fields: { subject: 'kept', message: '' },
    status: 'idle',
    unsent: [
      { fields: first, status: 'unconfirmed' },
      { fields: second, status: 'unconfirmed' },
    ],
  });
  expect(state.unsent[0]?.id).not.toBe(state.unsent[1]?.id);
});

test('a message with an unknown status is in the form, unconfirmed', () => {
  const state = { fields: { subject: '', message: '' }, status: 'queued', submitted: first };
  expect(loadFrom(state)).toMatchObject({ fields: first, status: 'unconfirmed' });
});

test('what a later release has added is stored again', () => {
  const state = loadFrom({ fields: { ...first, topic: 'prices' }, theme: 'dark' });
  saveMessages('key', state);
  expect(JSON.parse(stored ?? '')).toMatchObject({ fields: { topic: 'prices' }, theme: 'dark' });
});

test('a release without a list of the unconfirmed texts has them by status', () => {
  const unsent = [
    { id: 'a', fields: second, status: 'unconfirmed' },
    { id: 'b', fields: { ...second, subject: 'other' }, status: 'notSent' },
  ];
  const state = loadFrom({ fields: first, status: 'unconfirmed', submitted: first, unsent });
  expect(state).toMatchObject({ fields: first, status: 'unconfirmed' });
  expect(state.unconfirmed).toEqual([first, second]);
});

test('a text that may have arrived is still unconfirmed after the next reload', () => {
  const state = { fields: first, status: 'checking', unconfirmed: [first] };
  saveMessages('key', loadFrom(state));
  expect(loadMessages('key')).toMatchObject({ fields: first, status: 'unconfirmed' });
});
