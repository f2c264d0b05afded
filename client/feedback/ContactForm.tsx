import { elementIds } from '../elementIds.ts';
import { useHydrated } from '../layout/useHydrated.ts';
import { notSaved } from '../messages.ts';
import { SlowHint } from './LoadingNotice.tsx';
import { MessageField } from './MessageField.tsx';
import { findHint, formFields, isEmpty } from './messageFields.ts';
import type { MessageStore } from './messageStores.ts';
import { SubmissionStatus } from './SubmissionStatus.tsx';
import { UnsentNotices } from './UnsentNotices.tsx';
import { useContactForm } from './useContactForm.ts';

export const contactHeadingId = 'contact-heading';

/** Subject, message, captcha and Submit, with notices about unsent messages. */
export function ContactForm({ store }: { store: MessageStore }) {
  const form = useContactForm(store);
  const isHydrated = useHydrated();

  return (
    <form
      className="contact-form"
      aria-labelledby={contactHeadingId}
      autoComplete="off"
      noValidate
      ref={form.formRef}
      onFocus={form.preloadCaptcha}
      onInput={form.readForm}
      onChange={form.readForm}
      onBlur={form.readForm}
      onSubmit={form.submit}
    >
      <div className="form-intro">
        <h2 id={contactHeadingId} ref={form.headingRef} tabIndex={-1}>
          Contact the editor
        </h2>
        <p>Your message goes to the people who write this newsletter.</p>
        <p className="form-note">
          This site is protected by reCAPTCHA.
          {!form.isSaved && !isEmpty(form.fields) && ` ${notSaved}`}
        </p>
        <UnsentNotices
          unsent={form.unsent}
          isDisabled={form.isBusy}
          statusRef={form.statusRef}
          onRestore={form.restore}
          onDiscard={form.discard}
          onUndo={form.undo}
        />
      </div>
      <div className="form-fields">
        {formFields.map((field) => (
          <MessageField
            key={field.name}
            field={field}
            text={form.fields[field.name]}
            readOnly={form.isReadOnly}
            ref={form.fieldRefs[field.name]}
          />
        ))}
        <div className="captcha" ref={form.captchaRef} />
      </div>
      <div className="form-actions">
        <SubmissionStatus progress={form.progress} outcome={form.outcome} ref={form.statusRef} />
        <button
          type="submit"
          className="btn btn-primary"
          ref={form.submitRef}
          disabled={!form.canSubmit}
        >
          Submit
        </button>
        <div className="form-hint">
          {/* The loader changes it when something is typed before the script. */}
          <p id={elementIds.formHint} suppressHydrationWarning>
            {form.status === 'idle' && findHint(form.fields)}
          </p>
          {!isHydrated && <SlowHint />}
        </div>
      </div>
    </form>
  );
}
