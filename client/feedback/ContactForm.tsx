import { Button } from 'react-bootstrap';
import { captchaWarnings, formHint, formStatus } from '../messages.ts';
import { MessageField } from './MessageField.tsx';
import { UnsentNotices } from './UnsentNotices.tsx';
import { type ContactFormOptions, useContactForm } from './useContactForm.ts';

export const contactHeadingId = 'contact-heading';

/** Subject, message, captcha and Submit, below the notices about unsent messages. */
export function ContactForm(options: ContactFormOptions) {
  const form = useContactForm(options);
  const { fields, isReadOnly, edit, phase } = form;
  const hasHint = phase === 'writing' && !form.canSubmit;

  return (
    <form
      className="contact-form"
      aria-labelledby={contactHeadingId}
      aria-busy={phase !== 'writing'}
      autoComplete="off"
      noValidate
      onFocus={form.preloadCaptcha}
      onSubmit={form.submit}
    >
      <h2 id={contactHeadingId} ref={form.headingRef} tabIndex={-1}>
        Contact the editor
      </h2>
      <p>Your message goes to the people who write this newsletter.</p>
      <UnsentNotices
        unsent={form.unsent}
        isDisabled={isReadOnly}
        statusRef={form.statusRef}
        onRestore={form.restore}
        onDiscard={form.discard}
      />
      <MessageField
        label="Subject"
        name="subject"
        value={fields.subject}
        readOnly={isReadOnly}
        onEdit={edit}
      />
      <MessageField
        label="Message"
        name="message"
        rows={12}
        value={fields.message}
        readOnly={isReadOnly}
        onEdit={edit}
      />
      <div className="captcha" ref={form.captchaRef} />
      <div role="alert">
        {form.captchaFailure && (
          <div className="form-warning">{captchaWarnings[form.captchaFailure]}</div>
        )}
      </div>
      <div className="form-actions">
        <Button type="submit" ref={form.submitRef} disabled={!form.canSubmit}>
          Submit
        </Button>
        <div className="form-note">
          <p role="status" ref={form.statusRef} tabIndex={-1}>
            {formStatus[phase]}
          </p>
          {hasHint && <p>{formHint}</p>}
          <p>This site is protected by reCAPTCHA.</p>
        </div>
      </div>
    </form>
  );
}
