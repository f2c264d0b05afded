import type { AlertQueue } from '../alerts/AlertQueue.ts';
import type { Delivery, FeedbackApi } from '../api/feedbackApi.ts';
import type { Captcha, CaptchaOutcome } from '../captcha/useCaptcha.ts';
import { isOffline } from '../connection.ts';
import { thankYou } from '../messages.ts';
import type { FeedbackParams } from '../routes.ts';
import { createStore, type Store } from '../store.ts';
import {
  fillForm,
  type MessageFields,
  readForm,
  storageKey,
  toSubmission,
} from './messageFields.ts';
import {
  afterReload,
  deliverElsewhere,
  edit,
  failChecking,
  finishSending,
  type MessageState,
  startChecking,
  startSending,
} from './messageState.ts';
import { isCleared, loadMessages, saveMessages } from './tabStorage.ts';

export interface MessageServices {
  feedbackApi: Pick<FeedbackApi, 'submitFeedback'>;
  alerts: Pick<AlertQueue, 'add'>;
}

/**
 * The stores of all messages, one per subscriber and brief, so that no message is sent under another subscriber's id. A
 * store outlives the form, since a response can arrive after the form is gone.
 */
export class MessageStores {
  readonly #services: MessageServices;
  readonly #stores = new Map<string, MessageStore>();

  constructor(services: MessageServices) {
    this.#services = services;
  }

  get(params: FeedbackParams): MessageStore {
    const key = storageKey(params);
    const store = this.#stores.get(key) ?? new MessageStore(params, this.#services);
    this.#stores.set(key, store);
    return store;
  }

  /** Reads the fields of every form and stores them, before the page is left. */
  save(): void {
    for (const store of this.#stores.values()) store.save();
  }

  reload(): void {
    for (const store of this.#stores.values()) store.reload();
  }
}

/** The messages of a subscriber to a brief. Every change is written to `sessionStorage` immediately. */
export class MessageStore {
  readonly get: () => MessageState;
  readonly subscribe: Store<MessageState>['subscribe'];
  readonly #set: (state: MessageState) => void;
  readonly #params: FeedbackParams;
  readonly #services: MessageServices;
  readonly #key: string;
  #isSaved = true;
  #isPageLeft = false;
  #form: ParentNode | undefined;
  #captcha: Pick<Captcha, 'dispose'> | undefined;
  #otherTabs: BroadcastChannel | undefined;

  constructor(params: FeedbackParams, services: MessageServices) {
    this.#params = params;
    this.#services = services;
    this.#key = storageKey(params);
    const { get, set, subscribe } = createStore(afterReload(loadMessages(this.#key)));
    this.get = get;
    this.subscribe = subscribe;
    this.#set = set;
  }

  /** Whether the last change is stored. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Reads the fields into the state. A browser extension may have changed them without an event. */
  syncFields(): void {
    this.#commit(this.#read());
  }

  /** Reads the fields into the state, and then changes it. */
  apply(change: (state: MessageState) => MessageState): void {
    this.#commit(change(this.#read()));
  }

  /**
   * Shows the state in the fields of a form, and keeps the two the same from then on.
   * @returns the function that disconnects them
   */
  connect(form: ParentNode): () => void {
    this.#form = form;
    this.#show();
    this.#otherTabs ??= openChannel(this.#key, (submitted) =>
      this.apply((state) => deliverElsewhere(state, submitted)),
    );
    return () => {
      this.syncFields();
      this.#form = undefined;
    };
  }

  /**
   * Runs the captcha and sends the contents of the form, which must be complete. Resolves as soon as the form can
   * be edited again, before the backend has responded; the state gets the delivery status later.
   */
  async submit(captcha: Pick<Captcha, 'execute' | 'dispose'>): Promise<void> {
    this.apply(startChecking);
    this.#captcha = captcha;
    const outcome = await captcha.execute();
    const { status } = this.get();
    // The page was left and shown again, maybe with other text.
    if (status.kind !== 'checking') return;

    if (outcome.kind === 'token') this.#send(status.submitted, outcome.token);
    else this.#failChecking(outcome.kind);
  }

  /**
   * Stores the texts of the fields before the page is left. If the storage was cleared meanwhile, the whole state is
   * stored. Until `reload`, the fields are not read again: Safari empties them when it shows the page again.
   */
  save(): void {
    this.apply((state) => (isCleared(this.#key) ? { ...state } : state));
    this.#isPageLeft = true;
  }

  /** Reads the stored state again, which another document in the same tab may have changed. */
  reload(): void {
    this.#isPageLeft = false;
    // A state that could not be stored exists only in this document.
    if (this.#isSaved) {
      this.#set(afterReload(loadMessages(this.#key)));
      this.#captcha?.dispose();
    }
    this.#show();
  }

  #commit(next: MessageState): void {
    if (next !== this.get()) {
      this.#isSaved = saveMessages(this.#key, next);
      this.#set(next);
    }
    this.#show();
  }

  /** Returns the state with the texts of the fields. */
  #read(): MessageState {
    // Another page of the tab may have stored a text until this one is shown again.
    if (this.#isPageLeft) return this.#isSaved ? loadMessages(this.#key) : this.get();

    return this.#form ? edit(this.get(), readForm(this.#form)) : this.get();
  }

  #show(): void {
    if (this.#form) fillForm(this.#form, this.get().fields);
  }

  #failChecking(kind: Exclude<CaptchaOutcome['kind'], 'token'>): void {
    const isDueToConnection = isOffline() && kind !== 'dismissed';
    this.apply((state) => failChecking(state, isDueToConnection ? 'offline' : kind));
  }

  #send(submitted: MessageFields, token: string): void {
    const { feedbackApi, alerts } = this.#services;
    const submission = { ...this.#params, ...toSubmission(submitted), recaptchaResponse: token };
    this.apply((state) => startSending(state, submitted));
    feedbackApi.submitFeedback(submission).then((delivery) => this.#finish(submitted, delivery));
    alerts.add({ type: 'success', text: thankYou });
  }

  #finish(submitted: MessageFields, delivery: Delivery): void {
    this.apply((state) => finishSending(state, submitted, delivery));
    // A duplicate of this tab would offer to send the message again.
    if (delivery.status === 'delivered') this.#otherTabs?.postMessage(submitted);
  }
}

/**
 * Opens a channel to other tabs with the same page. Returns undefined where Firefox denies it, because the site may not
 * store anything.
 */
function openChannel(name: string, receive: (submitted: MessageFields) => void) {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => receive(data);
    return channel;
  } catch {
    return undefined;
  }
}
