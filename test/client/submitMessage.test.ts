import { expect, onTestFinished, test, vi } from 'vitest';
import { createAlertQueue } from '../../client/alerts/alertQueue.ts';
import type { Captcha } from '../../client/captcha/createCaptcha.ts';
import { edit } from '../../client/feedback/messageState.ts';
import { createMessageStores } from '../../client/feedback/messageStores.ts';
import { submitMessage } from '../../client/feedback/submitMessage.ts';

test.each([
  ['is sent', 1, () => {}],
  [
    'is not sent if the page was left and shown again in the meantime',
    0,
    (stores: ReturnType<typeof createMessageStores>) => stores.reload(),
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
  const params = { subscriberId: '1', briefId: 'a' };
  const messageStores = createMessageStores();
  messageStores.get(params).update((state) => edit(state, { subject: 's', message: 'm' }));
  const submitFeedback = vi.fn(async () => 'delivered' as const);
  const execute: Captcha['execute'] = async () => {
    happens(messageStores);
    return { kind: 'token', token: 'token' };
  };
  await submitMessage(params, {
    feedbackApi: { getBrief: vi.fn(), submitFeedback },
    alerts: createAlertQueue(),
    messageStores,
    captcha: { preload: () => {}, dispose: () => {}, execute },
  });
  expect(submitFeedback).toHaveBeenCalledTimes(count);
});
