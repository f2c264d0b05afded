import { expect, onTestFinished, test, vi } from 'vitest';
import { edit } from '../../client/feedback/messageState.ts';
import { createMessageStores, type MessageStore } from '../../client/feedback/messageStores.ts';

test.each([
  ['is sent', 1, () => {}],
  [
    'is not sent if the page was left and shown again in the meantime',
    0,
    (store: MessageStore) => store.reload(),
  ],
])('after the security check a message %s', async (_, count, happens) => {
  let stored: string | null = null;
  vi.stubGlobal('sessionStorage', {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const submitFeedback = vi.fn(async () => ({ status: 'delivered' as const }));
  const stores = createMessageStores({ feedbackApi: { submitFeedback }, alerts: { add: vi.fn() } });
  const store = stores.get({ subscriberId: '1', briefId: 'a' });
  store.update((state) => edit(state, { subject: 's', message: 'm' }));
  const dispose = vi.fn();
  await store.submit({
    async execute() {
      happens(store);
      return { kind: 'token', token: 'token' };
    },
    dispose,
  });
  expect(submitFeedback).toHaveBeenCalledTimes(count);
  expect(dispose).toHaveBeenCalledTimes(1 - count);
});
