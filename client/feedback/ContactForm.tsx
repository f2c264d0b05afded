import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useCaptcha } from '../captcha/useCaptcha.ts';
import { elementIds } from '../elementIds.ts';
import { moveFocus } from '../layout/moveFocus.ts';
import { useHydrated } from '../layout/useHydrated.ts';
import { useStore } from '../store.ts';
import { SlowHint } from './LoadingNotice.tsx';
import { MessageField } from './MessageField.tsx';
import { findHint, formFields } from './messageFields.ts';
import { canSubmit, dismissReceipt, emptyState, hasWritten, isBusy } from './messageState.ts';
import type { MessageStore } from './messageStores.ts';
import { SentReceipt } from './SentReceipt.tsx';
import { SubmissionStatus } from './SubmissionStatus.tsx';
import { KeptTextsLink, UnsentNotices } from './UnsentNotices.tsx';

export const contactHeadingId = 'contact-heading';

/** Subject, message, captcha and Submit, with notices about unsent messages. */
export function ContactForm({ store }: { store: MessageStore }) {
  // The document has an empty form.
  const state = useStore(store, () => emptyState);
  const { fields, status, receipt } = state;
  const formRef = useRef<HTMLFormElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const statusRef = useRef<HTMLDivElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);
  const isHydrated = useHydrated();
  const isChecking = status.kind === 'checking';
  const isNotSaved = !store.isSaved() && hasWritten(state);
  const isAtRisk = isChecking || isNotSaved;
  const updateStore = () => store.update();
  const keptTextsLink = <KeptTextsLink state={state} />;

  useLayoutEffect(() => store.connect(formRef.current as HTMLFormElement), [store]);

  // React does not see a focus from before the script.
  useEffect(() => {
    if (document.activeElement?.closest('form')) captcha.current?.preload();
  }, [captcha]);

  // The browser asks before it closes or leaves the page.
  useEffect(() => {
    if (isAtRisk) window.onbeforeunload = (event) => event.preventDefault();
    return () => {
      window.onbeforeunload = null;
    };
  }, [isAtRisk]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    store.update();
    const { current } = captcha;
    if (!current || !canSubmit(store.get())) return;
    const attempt = flushSync(() => store.submit(current));
    // Submit loses the focus when it becomes disabled, and on a phone a field would keep the keyboard open.
    moveFocus(statusRef.current, event.currentTarget);
    await attempt;
    if (store.get().captchaFailure) moveFocus(submitRef.current, statusRef.current);
  }

  return (
    <form
      className="contact-form"
      ref={formRef}
      aria-labelledby={contactHeadingId}
      autoComplete="off"
      noValidate
      onFocus={() => {
        captcha.current?.preload();
        updateStore();
      }}
      // A tool can fill in or replace a field without an event.
      onPointerOver={updateStore}
      onPointerDown={updateStore}
      onInput={updateStore}
      onChange={updateStore}
      onBlur={updateStore}
      onSubmit={submit}
    >
      <div className="form-intro">
        <h2 id={contactHeadingId} tabIndex={-1}>
          Contact the editor
        </h2>
        <p>Your message goes to the people who write this newsletter.</p>
        <p className="form-note">This site is protected by reCAPTCHA.</p>
        <UnsentNotices
          state={state}
          isNotSaved={isNotSaved}
          update={store.update}
          headingId={contactHeadingId}
        />
      </div>
      <div className="form-fields">
        {formFields.map((field) => (
          <MessageField
            key={field.name}
            field={field}
            text={fields[field.name]}
            readOnly={isChecking}
          />
        ))}
        <div className="captcha" ref={captchaRef} />
      </div>
      <div className="form-actions">
        <SubmissionStatus state={state} ref={statusRef} />
        <button
          type="submit"
          className="btn btn-primary"
          ref={submitRef}
          disabled={!canSubmit(state)}
        >
          Submit
        </button>
        <div className="form-hint">
          {/* The loader changes it when something is typed before the script. */}
          <p id={elementIds.formHint} suppressHydrationWarning>
            {!isBusy(state) && !receipt?.isNew && findHint(fields)}
          </p>
          {!isHydrated && <SlowHint />}
        </div>
        <SentReceipt
          receipt={receipt}
          statusRef={statusRef}
          dismiss={() => store.update(dismissReceipt)}
        >
          {keptTextsLink}
        </SentReceipt>
        {!receipt?.isNew && keptTextsLink}
      </div>
    </form>
  );
}
