import {
  type FormEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { type Captcha, useCaptcha } from '../captcha/useCaptcha.ts';
import { contactHeadingId } from '../elementIds.ts';
import { moveFocus } from '../layout/moveFocus.ts';
import { contactForm } from '../messages.ts';
import { useStore } from '../store.ts';
import { FormActions } from './FormActions.tsx';
import { MessageField } from './MessageField.tsx';
import type { MessageStore } from './MessageStore.ts';
import { type FieldElement, formFields } from './messageFields.ts';
import { canSubmit, emptyState, hasWritten } from './messageState.ts';
import { NextSteps } from './NextSteps.tsx';
import { SubmissionResults } from './SubmissionResults.tsx';
import { UnsentNotices, type UnsentNoticesProps } from './UnsentNotices.tsx';

/**
 * The form with its fields, captcha and Submit, the notices about unsent messages, and the results of the last
 * messages.
 */
export function ContactForm({ store, briefName }: { store: MessageStore; briefName: string }) {
  // The document has an empty form.
  const state = useStore(store, () => emptyState);
  const formRef = useRef<HTMLFormElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);
  const { submit, progressRef, submitRef, resultsRef } = useSubmission(store, captcha);
  const isChecking = state.status.kind === 'checking';
  const isNotSaved = !store.isSaved && hasWritten(state);
  const syncEvents = useSyncEvents(store);

  useLayoutEffect(() => store.connect(formRef.current as HTMLFormElement), [store]);
  useLeaveConfirmation(isChecking || isNotSaved);

  return (
    <form
      className="contact-form"
      ref={formRef}
      aria-labelledby={contactHeadingId}
      autoComplete="off"
      noValidate
      onFocus={() => {
        captcha.current?.preload();
        store.syncFields();
      }}
      {...syncEvents}
      onSubmit={submit}
    >
      <FormIntro state={state} store={store} />
      <div className="form-sheet">
        <div className="form-fields">
          {formFields.map((field) => (
            <MessageField
              key={field.name}
              field={field}
              text={state.fields[field.name]}
              readOnly={isChecking}
            />
          ))}
          <div className="captcha" ref={captchaRef} />
        </div>
        <FormActions
          state={state}
          isNotSaved={isNotSaved}
          submitRef={submitRef}
          progressRef={progressRef}
        />
      </div>
      <SubmissionResults
        state={state}
        store={store}
        briefName={briefName}
        ref={resultsRef}
        progressRef={progressRef}
      />
      <NextSteps briefName={briefName} />
    </form>
  );
}

/**
 * Returns handlers for the events after which the state is read from the fields. The list is long because a browser
 * extension can fill in a field without an event of its own.
 */
function useSyncEvents(store: MessageStore) {
  const willBeCut = useRef(false);

  /**
   * Reads the fields, unless an input method is composing a text that is too long: the browser cuts it at the end of
   * the composition.
   */
  function syncFields({ nativeEvent, target }: SyntheticEvent) {
    if ('isComposing' in nativeEvent) {
      const { value, maxLength } = target as FieldElement;
      willBeCut.current = nativeEvent.isComposing === true && value.length > maxLength;
    }
    if (!willBeCut.current) store.syncFields();
  }

  return {
    onPointerOver: syncFields,
    onPointerDown: syncFields,
    onInput: syncFields,
    onChange: syncFields,
    onBlur: () => store.syncFields(),
  };
}

/** Returns the handler of Submit, and the refs of the elements between which it moves the focus. */
function useSubmission(store: MessageStore, captcha: RefObject<Captcha | undefined>) {
  const progressRef = useRef<HTMLDivElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const resultsRef = useRef<HTMLDivElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    store.syncFields();
    const { current } = captcha;
    if (!current || !canSubmit(store.get())) return;

    const attempt = flushSync(() => store.submit(current));
    // Submit loses the focus when it becomes disabled, and on a phone a field would keep the keyboard open.
    moveFocus(progressRef.current, event.currentTarget);
    await attempt;
    // After a challenge, the focus is neither on the progress nor in the form.
    const { current: progress } = progressRef;
    if (store.get().captchaFailure) moveFocus(submitRef.current, progress, resultsRef.current);
    else moveFocus(progress, progress);
  }

  return { submit, progressRef, submitRef, resultsRef };
}

/** Lets the browser ask before it closes or leaves a page on which something could be lost. */
function useLeaveConfirmation(isAtRisk: boolean) {
  useEffect(() => {
    if (!isAtRisk) return;

    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isAtRisk]);
}

function FormIntro(notices: UnsentNoticesProps) {
  return (
    <div className="form-intro">
      <h2 id={contactHeadingId}>{contactForm.heading}</h2>
      <p>{contactForm.intro}</p>
      <p className="form-note">{contactForm.protection}</p>
      <UnsentNotices {...notices} />
    </div>
  );
}
