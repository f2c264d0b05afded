import type { AlertQueue } from '../alerts/alertQueue.ts';
import type { FeedbackApi } from '../api/feedbackApi.ts';
import type { Captcha } from '../captcha/createCaptcha.ts';
import { thankYou } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import { createStore, type Store } from '../store.ts';
import {
  type FieldElements,
  formFields,
  isSame,
  readElements,
  storageKey,
  toSubmission,
} from './messageFields.ts';
import {
  canSubmit,
  edit,
  failChecking,
  finishSending,
  type MessageState,
  startChecking,
  startSending,
} from './messageState.ts';
import { loadMessages, saveMessages } from './tabStorage.ts';

/** The messages of a subscriber to a brief. Every change is written to `sessionStorage` immediately. */
export interface MessageStore extends Pick<Store<MessageState>, 'get' | 'subscribe'> {
  /** Reads the fields, which a tool of the subscriber may have set without an event, and then changes the state. */
  update(change?: (state: MessageState) => MessageState): void;
  /**
   * Keeps the state and the elements of the fields the same. What a person sees is what is sent. Shows in the elements what has been written.
   * @returns the function that ends it
   */
  connect(elements: FieldElements): () => void;
  /**
   * Runs the captcha and sends the contents of the form. Resolves as soon as the form can be edited again,
   * before the backend has responded; the state gets the delivery status later. Does nothing if the message
   * is incomplete or another one is being sent.
   */
  submit(captcha: Omit<Captcha, 'preload'>): Promise<void>;
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
  /** Reads the fields of every form and stores them, before the page is left. */
  save(): void;
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
    save() {
      for (const store of stores.values()) store.update();
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
  let elements: FieldElements | undefined;

  function update(change = (state: MessageState) => state) {
    const { fields, status } = get();
    const written = elements ? readElements(elements) : fields;
    const changed = change(edit(get(), written));
    // Read-only fields do not stop a tool. What it writes while the captcha runs is not sent, and stays.
    const isLate = status === 'checking' && !isSame(written, fields);
    const next = isLate ? edit(changed, written) : changed;
    if (next !== get()) {
      isSaved = saveMessages(key, next);
      set(next);
    }
    show();
  }

  function show() {
    const { fields, status } = get();
    if (!elements || status === 'checking' || isSame(readElements(elements), fields)) return;
    for (const { name } of formFields) elements[name].value = fields[name];
  }

  return {
    get,
    subscribe,
    update,

    connect(connected) {
      elements = connected;
      show();
      return () => {
        update();
        elements = undefined;
      };
    },

    async submit(captcha) {
      update();
      if (!canSubmit(get())) return;
      update(startChecking);
      lastCaptcha = captcha;
      const outcome = await captcha.execute();
      const { fields, status } = get();
      // The page was left and shown again, maybe with other text.
      if (status !== 'checking') return;
      if (outcome.kind !== 'token') {
        const isOffline = navigator.onLine === false && outcome.kind !== 'dismissed';
        return update((state) => failChecking(state, isOffline ? 'offline' : outcome.kind));
      }

      const texts = toSubmission(fields);
      update(startSending);
      feedbackApi
        .submitFeedback({ ...params, ...texts, recaptchaResponse: outcome.token })
        .then((delivery) => update((state) => finishSending(state, fields, delivery)));
      alerts.add({ type: 'success', text: thankYou });
    },

    reload() {
      // What could not be stored is only here.
      if (!isSaved) return;
      set(loadMessages(key));
      show();
      lastCaptcha?.dispose();
    },

    isSaved: () => isSaved,
  };
}
