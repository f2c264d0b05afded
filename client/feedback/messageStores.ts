import type { AlertQueue } from '../alerts/alertQueue.ts';
import type { FeedbackApi } from '../api/feedbackApi.ts';
import type { CaptchaOutcome } from '../captcha/captchaAttempt.ts';
import type { Captcha } from '../captcha/createCaptcha.ts';
import { thankYou } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import { createStore, type Store } from '../store.ts';
import { storageKey } from './messageFields.ts';
import {
  canSubmit,
  failChecking,
  finishSending,
  type MessageState,
  startChecking,
  startSending,
} from './messageState.ts';
import { loadMessages, saveMessages } from './tabStorage.ts';

/** The reason why the captcha returned no token. */
export type CaptchaFailure = Exclude<CaptchaOutcome['kind'], 'token'>;

/** The messages of a subscriber to a brief. Every change is written to `sessionStorage` immediately. */
export interface MessageStore extends Pick<Store<MessageState>, 'get' | 'subscribe'> {
  update(change: (state: MessageState) => MessageState): void;
  /**
   * Runs the captcha and sends the contents of the form. Resolves as soon as the form can be edited again,
   * before the backend has responded; the state gets the delivery status later. Does nothing if the message
   * is incomplete or another one is being sent.
   */
  submit(captcha: Omit<Captcha, 'preload'>): Promise<void>;
  /** Why the last attempt to submit got no token; the message is still in the form then. */
  captchaFailure(): CaptchaFailure | undefined;
  /** Reads again what is stored, which another document in the same tab may have changed. */
  reload(): void;
  /** Whether the last change is stored. */
  isSaved(): boolean;
}

/**
 * One store per subscriber and brief, so that no message is sent under another subscriber's id. A store
 * outlives the form, since a response can arrive after the form is gone.
 */
export interface MessageStores {
  get(params: FeedbackParams): MessageStore;
  reload(): void;
}

export interface MessageServices {
  feedbackApi: Pick<FeedbackApi, 'submitFeedback'>;
  alerts: Pick<AlertQueue, 'add'>;
}

export function createMessageStores(services: MessageServices): MessageStores {
  const stores = new Map<string, MessageStore>();
  return {
    get(params) {
      const key = storageKey(params);
      const store = stores.get(key) ?? createMessageStore(params, services);
      stores.set(key, store);
      return store;
    },
    reload() {
      for (const store of stores.values()) store.reload();
    },
  };
}

function createMessageStore(
  params: FeedbackParams,
  { feedbackApi, alerts }: MessageServices,
): MessageStore {
  const key = storageKey(params);
  const { get, set, subscribe } = createStore(loadMessages(key));
  let isSaved = true;
  let lastCaptcha: Pick<Captcha, 'dispose'> | undefined;
  let captchaFailure: CaptchaFailure | undefined;

  function update(change: (state: MessageState) => MessageState) {
    const next = change(get());
    isSaved = saveMessages(key, next);
    set(next);
  }

  return {
    get,
    subscribe,
    update,

    async submit(captcha) {
      if (!canSubmit(get())) return;
      captchaFailure = undefined;
      update(startChecking);
      lastCaptcha = captcha;
      const outcome = await captcha.execute();
      const { fields, status } = get();
      // The page was left and shown again, maybe with other text.
      if (status !== 'checking') return;
      if (outcome.kind !== 'token') {
        captchaFailure = outcome.kind;
        return update(failChecking);
      }

      const submission = {
        ...params,
        subjectLine: fields.subject,
        text: fields.message,
        recaptchaResponse: outcome.token,
      };
      update(startSending);
      feedbackApi
        .submitFeedback(submission)
        .then((result) => update((state) => finishSending(state, fields, result)));
      alerts.add({ type: 'success', text: thankYou });
    },

    reload() {
      // What could not be stored is only here.
      if (!isSaved) return;
      captchaFailure = undefined;
      set(loadMessages(key));
      lastCaptcha?.dispose();
    },

    captchaFailure: () => captchaFailure,
    isSaved: () => isSaved,
  };
}
