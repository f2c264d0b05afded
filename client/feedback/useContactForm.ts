import { type FormEvent, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useCaptcha } from '../captcha/useCaptcha.ts';
import { moveFocus } from '../layout/moveFocus.ts';
import { progressTexts } from '../messages.ts';
import { readFields } from './messageFields.ts';
import {
  canSubmit,
  discard,
  edit,
  emptyState,
  isBusy,
  restore,
  undoDiscard,
} from './messageState.ts';
import type { MessageStore } from './messageStores.ts';
import { describeOutcome } from './outcome.ts';

/** The state and the event handlers of the contact form. */
export function useContactForm(store: MessageStore) {
  // The document has an empty form.
  const state = useSyncExternalStore(store.subscribe, store.get, () => emptyState);
  const formRef = useRef<HTMLFormElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const statusRef = useRef<HTMLDivElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);
  const isChecking = state.status === 'checking';
  useQuestionBeforeUnload(isChecking);

  /** Reads both fields, because a tool of the subscriber may have set one without an event. */
  function readForm() {
    const form = formRef.current;
    if (form) store.update((current) => edit(current, readFields(form)));
  }

  // What was written before the script is not stored if the storage is full or a tool sent no event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, because later edits have events
  useLayoutEffect(readForm, []);

  // React does not see a focus from before the script.
  useEffect(() => {
    if (formRef.current?.contains(document.activeElement)) captcha.current?.preload();
  }, [captcha]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    readForm();
    const { current } = captcha;
    if (!current || !canSubmit(store.get())) return;
    const attempt = flushSync(() => store.submit(current));
    // Submit loses the focus when it becomes disabled, and on a phone a field would keep the keyboard open.
    moveFocus(statusRef.current, { from: formRef.current });
    await attempt;
    if (store.captchaFailure()) moveFocus(submitRef.current, { from: statusRef.current });
  }

  return {
    ...state,
    progress:
      state.status === 'checking' || state.status === 'sending' ? progressTexts[state.status] : '',
    outcome: describeOutcome(state, store.captchaFailure()),
    canSubmit: canSubmit(state),
    isBusy: isBusy(state),
    isReadOnly: isChecking,
    isSaved: store.isSaved(),
    formRef,
    headingRef,
    submitRef,
    statusRef,
    captchaRef,
    readForm,
    submit,
    preloadCaptcha: () => captcha.current?.preload(),
    // The notice is removed first, because what is below it moves up and out of the view.
    restore(id: string) {
      flushSync(() => store.update((current) => restore(current, id)));
      document.getElementById('subject')?.focus();
    },
    discard(id: string) {
      flushSync(() => store.update((current) => discard(current, id)));
      headingRef.current?.focus();
    },
    undo: (id: string) => store.update((current) => undoDiscard(current, id)),
  };
}

/** The browser asks before it closes or leaves the page. */
function useQuestionBeforeUnload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAsked]);
}
