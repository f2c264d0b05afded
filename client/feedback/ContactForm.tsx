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
import { contactHeadingId, elementIds } from '../elementIds.ts';
import { moveFocus } from '../layout/moveFocus.ts';
import { useHydrated } from '../layout/useHydrated.ts';
import { contactForm, notSaved } from '../messages.ts';
import { useStore } from '../store.ts';
import { SlowHint } from './LoadingNotice.tsx';
import { MessageField } from './MessageField.tsx';
import type { MessageStore } from './MessageStore.ts';
import { type FieldElement, findHint, formFields, isEmpty } from './messageFields.ts';
import {
  canSubmit,
  dismissReceipt,
  emptyState,
  hasWritten,
  isBusy,
  type MessageState,
} from './messageState.ts';
import { SubmissionStatus } from './SubmissionStatus.tsx';
import { KeptTextsLink, UnsentNotices, type UnsentNoticesProps } from './UnsentNotices.tsx';

/** Subject, message, captcha and Submit, with notices about unsent messages. */
export function ContactForm({ store }: { store: MessageStore }) {
  // The document has an empty form.
  const state = useStore(store, () => emptyState);
  const formRef = useRef<HTMLFormElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);
  const { submit, statusRef, submitRef } = useSubmission(store, captcha);
  const isChecking = state.status.kind === 'checking';
  const isNotSaved = !store.isSaved && hasWritten(state);
  const willBeCut = useRef(false);

  /** The browser cuts a composed text once it is finished, so that until then it is not too long. */
  function syncFields({ nativeEvent, target }: SyntheticEvent) {
    if ('isComposing' in nativeEvent) {
      const { value, maxLength } = target as FieldElement;
      willBeCut.current = nativeEvent.isComposing === true && value.length > maxLength;
    }
    if (!willBeCut.current) store.syncFields();
  }

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
      // A tool can fill in or replace a field without an event.
      onPointerOver={syncFields}
      onPointerDown={syncFields}
      onInput={syncFields}
      onChange={syncFields}
      onBlur={() => store.syncFields()}
      onSubmit={submit}
    >
      <FormIntro state={state} store={store} />
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
        store={store}
        isNotSaved={isNotSaved}
        statusRef={statusRef}
        submitRef={submitRef}
      />
    </form>
  );
}

/** What Submit does, and where the focus goes meanwhile. */
function useSubmission(store: MessageStore, captcha: RefObject<Captcha | undefined>) {
  const statusRef = useRef<HTMLDivElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    store.syncFields();
    const { current } = captcha;
    if (!current || !canSubmit(store.get())) return;

    const attempt = flushSync(() => store.submit(current));
    // Submit loses the focus when it becomes disabled, and on a phone a field would keep the keyboard open.
    moveFocus(statusRef.current, event.currentTarget);
    await attempt;
    // After a challenge, the focus is in neither of them.
    const { current: status } = statusRef;
    moveFocus(store.get().captchaFailure ? submitRef.current : status, status, status);
  }

  return { submit, statusRef, submitRef };
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

interface FormActionsProps {
  state: MessageState;
  store: MessageStore;
  /** Whether the browser has not stored the state. */
  isNotSaved: boolean;
  statusRef: RefObject<HTMLDivElement | null>;
  submitRef: RefObject<HTMLButtonElement | null>;
}

/** Submit, and beside it what has become of the last message. */
function FormActions({ state, store, isNotSaved, statusRef, submitRef }: FormActionsProps) {
  const isHydrated = useHydrated();
  const { fields, receipt } = state;
  const keptTextsLink = <KeptTextsLink state={state} />;

  return (
    <div className="form-actions">
      <SubmissionStatus
        state={state}
        ref={statusRef}
        dismissReceipt={() => store.apply(dismissReceipt)}
      >
        {keptTextsLink}
      </SubmissionStatus>
      <button
        type="submit"
        className="btn btn-primary"
        ref={submitRef}
        disabled={!canSubmit(state)}
      >
        {contactForm.submit}
      </button>
      <div className="form-hint">
        {/* The loader changes it when something is typed before the script. */}
        <p
          id={elementIds.formHint}
          className={isEmpty(fields) ? 'visually-hidden' : undefined}
          suppressHydrationWarning
        >
          {!isBusy(state) && !receipt?.isNew && findHint(fields)}
        </p>
        <div role="status">{isNotSaved && <p className="near-limit">{notSaved}</p>}</div>
        {!isHydrated && <SlowHint />}
      </div>
      {!receipt?.isNew && keptTextsLink}
    </div>
  );
}
