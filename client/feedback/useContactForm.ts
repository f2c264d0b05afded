import {
  type FormEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useCaptcha } from '../captcha/useCaptcha.ts';
import { moveFocus } from '../layout/moveFocus.ts';
import { progressTexts } from '../messages.ts';
import { type FieldElement, type FieldElements, mapFields } from './messageFields.ts';
import {
  canSubmit,
  discard,
  emptyState,
  isBusy,
  type MessageState,
  restore,
  undoDiscard,
} from './messageState.ts';
import type { MessageStore } from './messageStores.ts';
import { describeOutcome } from './outcome.ts';

/** The state and the event handlers of the contact form. */
export function useContactForm(store: MessageStore) {
  // The document has an empty form.
  const state = useSyncExternalStore(store.subscribe, store.get, () => emptyState);
  const [fieldRefs] = useState(() => mapFields(() => ({ current: null as FieldElement | null })));
  const formRef = useRef<HTMLFormElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const statusRef = useRef<HTMLDivElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);
  const isChecking = state.status === 'checking';
  useQuestionBeforeUnload(isChecking);

  useLayoutEffect(
    () => store.connect(mapFields(({ name }) => fieldRefs[name].current) as FieldElements),
    [store, fieldRefs],
  );

  // React does not see a focus from before the script.
  useEffect(() => {
    if (formRef.current?.contains(document.activeElement)) captcha.current?.preload();
  }, [captcha]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    store.update();
    const { current } = captcha;
    if (!current || !canSubmit(store.get())) return;
    const attempt = flushSync(() => store.submit(current));
    // Submit loses the focus when it becomes disabled, and on a phone a field would keep the keyboard open.
    moveFocus(statusRef.current, { from: formRef.current });
    await attempt;
    if (store.get().captchaFailure) moveFocus(submitRef.current, { from: statusRef.current });
  }

  /** Renders at once: what is below a notice that is removed moves up, out of the view. */
  function act(change: (state: MessageState) => MessageState) {
    flushSync(() => store.update(change));
  }

  return {
    ...state,
    progress:
      state.status === 'checking' || state.status === 'sending' ? progressTexts[state.status] : '',
    outcome: describeOutcome(state),
    canSubmit: canSubmit(state),
    isBusy: isBusy(state),
    isReadOnly: isChecking,
    isSaved: store.isSaved(),
    formRef,
    fieldRefs,
    headingRef,
    submitRef,
    statusRef,
    captchaRef,
    readForm: () => store.update(),
    submit,
    preloadCaptcha: () => captcha.current?.preload(),
    restore(id: string) {
      act((current) => restore(current, id));
      fieldRefs.subject.current?.focus();
    },
    discard(id: string) {
      act((current) => discard(current, id));
      headingRef.current?.focus();
    },
    undo: () => act(undoDiscard),
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
