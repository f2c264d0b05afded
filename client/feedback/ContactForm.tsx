import { Button } from 'react-bootstrap';
import { MessageField } from './MessageField.tsx';
import { UnsentNotices } from './UnsentNotices.tsx';
import { type ContactFormOptions, useContactForm } from './useContactForm.ts';

/** Subject, message, captcha and Submit, below the notices about unsent messages. */
export function ContactForm(options: ContactFormOptions) {
  const form = useContactForm(options);
  const { fields, isReadOnly, edit } = form;

  return (
    <form
      className="contact-form"
      aria-labelledby="contact-heading"
      aria-busy={form.phase !== 'writing'}
      autoComplete="off"
      noValidate
      onFocus={form.preloadCaptcha}
      onSubmit={form.submit}
    >
      <h2 id="contact-heading" ref={form.headingRef} tabIndex={-1}>
        Contact the editor
      </h2>
      <UnsentNotices
        unsent={form.unsent}
        isDisabled={isReadOnly}
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
      <div className="d-flex flex-wrap gap-3 align-items-center">
        <Button type="submit" disabled={!form.canSubmit}>
          Submit
        </Button>
        <small>This site is protected by reCAPTCHA.</small>
      </div>
    </form>
  );
}
