import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Delivery } from '../../client/api/feedbackApi.ts';
import type { CaptchaOutcome } from '../../client/captcha/useCaptcha.ts';
import { MessageStores } from '../../client/feedback/MessageStore.ts';
import { emptyFields, mapFields } from '../../client/feedback/messageFields.ts';
import { dismissReceipt, edit } from '../../client/feedback/messageState.ts';
import { connectForm, stubStorage } from './fixtures/fakePage.ts';

const first = { ...emptyFields, subject: 'first', message: 'one' };
const second = { ...first, subject: 'second' };
const params = { subscriberId: '1', briefId: 'a' };
let receive = (_: { data: unknown }) => {};
const texts = new Map<string, string>();
/** The stored state; undefined if nothing is stored. */
const stored = () => [...texts.values()].map((text) => JSON.parse(text))[0];

beforeEach(() => {
  texts.clear();
  stubStorage(() => texts);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      set onmessage(listener: typeof receive) {
        receive = listener;
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

function openPage() {
  const submitFeedback = vi.fn(async (): Promise<Delivery> => ({ status: 'delivered' }));
  const stores = new MessageStores({ feedbackApi: { submitFeedback }, alerts: { add: vi.fn() } });
  return { stores, submitFeedback };
}

/** A store whose form contains the first message. */
function createStore() {
  const { stores, submitFeedback } = openPage();
  const store = stores.get(params);
  store.apply((state) => edit(state, first));
  const { elements, disconnect } = connectForm(store);
  const shown = () => mapFields(({ name }) => elements[name].value);
  return { stores, store, disconnect, ...elements, shown, submitFeedback };
}

const captchaWith = (
  outcome: CaptchaOutcome = { kind: 'token', token: 'token' },
  happens = () => {},
) => ({
  async execute() {
    happens();
    return outcome;
  },
  dispose: vi.fn(),
});

test('what the fields show when Submit is pressed is sent, whoever has set it, and the fields are cleared', async () => {
  const { store, subject, shown, submitFeedback } = createStore();
  subject.value = 'dictated';
  await store.submit(captchaWith());
  expect(submitFeedback).toHaveBeenCalledWith({
    ...params,
    subjectLine: 'dictated',
    text: 'one',
    recaptchaResponse: 'token',
  });
  expect(shown()).toEqual(emptyFields);
  await vi.waitFor(() => expect(store.get().receipt?.fields.subject).toBe('dictated'));
  expect(stored()).toMatchObject({ fields: emptyFields, unsent: [] });
  store.apply(dismissReceipt);
  expect(stored()).toBeUndefined();
});

test('a message of another tab that this one does not have leaves its receipt alone', async () => {
  const { store, subject } = createStore();
  await store.submit(captchaWith());
  await vi.waitFor(() => expect(store.get().receipt?.fields).toEqual(first));
  receive({ data: second });
  expect(store.get().receipt?.fields).toEqual(first);
  Object.assign(subject, { value: 'second' });
  store.apply((state) => edit(state, second));
  receive({ data: second });
  expect(store.get().receipt?.fields).toEqual(second);
});

test('a message that this tab has discarded or may have sent has a receipt if another delivers it', () => {
  const unsent = [{ id: 'a', fields: second, status: 'notSent' }] as const;
  for (const change of [{ unsent, discardedId: 'a' }, { unconfirmed: [second] }]) {
    const { store } = createStore();
    store.apply((state) => ({ ...state, ...change }));
    receive({ data: second });
    expect(store.get()).toMatchObject({ unsent: [], unconfirmed: [], receipt: { fields: second } });
  }
});

test('what is stored when the page is left is what was there last, or all if it was cleared', () => {
  const cleared = createStore();
  texts.clear();
  cleared.stores.save();
  expect(stored().fields).toEqual(first);
  const changed = createStore();
  for (const key of texts.keys()) texts.set(key, JSON.stringify({ fields: second }));
  changed.stores.save();
  expect(stored().fields).toEqual(second);
});

test('a text is seen only by its subscriber, on the page of its brief', () => {
  createStore();
  const { stores } = openPage();
  const subjects = [params, { ...params, subscriberId: '2' }, { ...params, briefId: 'b' }].map(
    (each) => stores.get(each).get().fields.subject,
  );
  expect(subjects).toEqual(['first', '', '']);
});

test('a message is not sent if the page was left and shown again during the security check', async () => {
  const { store, submitFeedback } = createStore();
  const captcha = captchaWith(undefined, () => store.reload());
  await store.submit(captcha);
  expect(submitFeedback).not.toHaveBeenCalled();
  expect(captcha.dispose).toHaveBeenCalledTimes(1);
});

test.each<CaptchaOutcome>([{ kind: 'failed' }, { kind: 'token', token: 'token' }])(
  'what a tool writes during a security check stays in the form after %j',
  async (outcome) => {
    const { store, message, shown } = createStore();
    await store.submit(captchaWith(outcome, () => Object.assign(message, { value: 'dictated' })));
    expect(shown()).toEqual({ ...first, message: 'dictated' });
    expect(stored().fields).toEqual(shown());
  },
);

test('the fields of a new form show what was written, and their last text is stored', () => {
  const { disconnect, message, shown } = createStore();
  expect(shown()).toEqual(first);
  message.value = 'last';
  disconnect();
  expect(stored().fields.message).toBe('last');
});

test('fields that the browser empties when it shows the page again get their texts', () => {
  const { stores, store, subject, message, shown } = createStore();
  message.value = 'last';
  stores.save();
  subject.value = '';
  message.value = '';
  store.syncFields();
  expect(shown()).toEqual({ ...first, message: 'last' });
  stores.reload();
  message.value = 'later';
  store.syncFields();
  expect(stored().fields.message).toBe('later');
});

test('a text that the browser does not store stays in the form when the page is shown again', () => {
  const { store, message, shown } = createStore();
  vi.stubGlobal('sessionStorage', undefined);
  message.value = 'last';
  store.syncFields();
  store.reload();
  expect(shown().message).toBe('last');
});

test.each([
  { kind: 'blocked', onLine: true, failure: 'blocked' },
  { kind: 'blocked', onLine: false, failure: 'offline' },
  { kind: 'dismissed', onLine: false, failure: 'dismissed' },
] as const)(
  'a security check that is $kind while the browser is online: $onLine, is put down to $failure',
  async ({ kind, onLine, failure }) => {
    vi.stubGlobal('navigator', { onLine });
    const { store } = createStore();
    await store.submit(captchaWith({ kind }));
    expect(store.get().captchaFailure).toBe(failure);
  },
);
