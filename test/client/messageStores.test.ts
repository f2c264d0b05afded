import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FieldElement } from '../../client/feedback/messageFields.ts';
import { edit } from '../../client/feedback/messageState.ts';
import { createMessageStores, type MessageStore } from '../../client/feedback/messageStores.ts';

const first = { subject: 'first', message: 'one' };
const params = { subscriberId: '1', briefId: 'a' };
let stored: string | null;
let isFull: boolean;

beforeEach(() => {
  stored = null;
  isFull = false;
  vi.stubGlobal('sessionStorage', {
    getItem: () => stored,
    setItem(_key: string, value: string) {
      if (isFull) throw new Error('full');
      stored = value;
    },
    removeItem: () => {
      stored = null;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

function createStore() {
  const submitFeedback = vi.fn(async () => ({ status: 'delivered' as const }));
  const stores = createMessageStores({ feedbackApi: { submitFeedback }, alerts: { add: vi.fn() } });
  const store = stores.get(params);
  const elements = {
    subject: { value: '' } as FieldElement,
    message: { value: '' } as FieldElement,
  };
  const shown = () => ({ subject: elements.subject.value, message: elements.message.value });
  return { stores, store, elements, shown, submitFeedback };
}

const captchaWith = (happens = () => {}) => ({
  async execute() {
    happens();
    return { kind: 'token', token: 'token' } as const;
  },
  dispose: vi.fn(),
});

test.each([
  ['is sent', 1, () => {}],
  [
    'is not sent if the page was left and shown again in the meantime',
    0,
    (store: MessageStore) => store.reload(),
  ],
])('after the security check a message %s', async (_, count, happens) => {
  const { store, submitFeedback } = createStore();
  store.update((state) => edit(state, first));
  const captcha = captchaWith(() => happens(store));
  await store.submit(captcha);
  expect(submitFeedback).toHaveBeenCalledTimes(count);
  expect(captcha.dispose).toHaveBeenCalledTimes(1 - count);
});

test('what the fields show when Submit is pressed is sent, whoever has set it, and the fields are cleared', async () => {
  const { store, elements, shown, submitFeedback } = createStore();
  store.connect(elements);
  elements.subject.value = 'dictated';
  elements.message.value = 'two';
  await store.submit(captchaWith());
  const texts = { subjectLine: 'dictated', text: 'two' };
  expect(submitFeedback).toHaveBeenCalledWith({ ...params, ...texts, recaptchaResponse: 'token' });
  expect(shown()).toEqual({ subject: '', message: '' });
  await vi.waitFor(() => expect(store.get().status).toBe('sent'));
  expect(stored).toBeNull();
});

test.each([
  ['failed', { kind: 'failed' }],
  ['sent', { kind: 'token', token: 'token' }],
] as const)(
  'what a tool writes during a security check stays in the form when it has %s',
  async (_, result) => {
    const { store, elements, shown } = createStore();
    store.connect(elements);
    store.update((state) => edit(state, first));
    async function execute() {
      elements.message.value = 'one, dictated';
      return result;
    }
    await store.submit({ execute, dispose: vi.fn() });
    expect(shown()).toEqual({ ...first, message: 'one, dictated' });
    expect(JSON.parse(stored ?? '').fields).toEqual(shown());
  },
);

test('the fields of a new form show what was written, without half of an emoji at their end', () => {
  const { store, elements, shown } = createStore();
  store.update((state) => edit(state, first));
  const disconnect = store.connect(elements);
  expect(shown()).toEqual(first);
  elements.subject.value = 'x'.repeat(99);
  store.update();
  elements.subject.value += '\ud83e';
  store.update();
  expect(shown().subject).toBe('x'.repeat(99));
  elements.message.value = 'last';
  disconnect();
  expect(JSON.parse(stored ?? '').fields.message).toBe('last');
});

test('what could not be stored is not lost when the page is shown again', () => {
  const { store } = createStore();
  store.update((state) => edit(state, first));
  expect(store.isSaved()).toBe(true);
  isFull = true;
  store.update((state) => edit(state, { ...first, message: 'longer' }));
  expect(store.isSaved()).toBe(false);
  store.reload();
  expect(store.get().fields.message).toBe('longer');
});

test('a failed security check is put down to the connection only if there is none', async () => {
  const { store } = createStore();
  const failWith = async (kind: 'blocked' | 'dismissed', onLine: boolean) => {
    vi.stubGlobal('navigator', { onLine });
    store.update((state) => edit(state, first));
    await store.submit({ execute: async () => ({ kind }), dispose: vi.fn() });
    return store.get().captchaFailure;
  };
  expect(await failWith('blocked', true)).toBe('blocked');
  expect(await failWith('blocked', false)).toBe('offline');
  expect(await failWith('dismissed', false)).toBe('dismissed');
});

test('a store outlives its form, and each subscriber has one for each brief', () => {
  const { stores, store } = createStore();
  expect(stores.get({ ...params })).toBe(store);
  expect(stores.get({ ...params, subscriberId: '2' })).not.toBe(store);
  expect(stores.get({ ...params, briefId: 'b' })).not.toBe(store);
});
