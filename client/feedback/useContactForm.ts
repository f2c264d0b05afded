import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCaptcha } from '../captcha/useCaptcha.ts';
import { moveFocus } from '../layout/moveFocus.ts';
import type { FeedbackParams } from '../routes.ts';
import { useStore } from '../store.ts';
import type { FeedbackServices } from './feedbackServices.ts';
import { isComplete, type MessageFields } from './messageFields.ts';
import { discard, edit, restore } from './messageState.ts';
import { type CaptchaFailure, submitMessage } from './submitMessage.ts';

export interface ContactFormOptions {
  params: FeedbackParams;
  services: FeedbackServices;
}

/** The state and the event handlers of the contact form. */
export function useContactForm({ params, services }: ContactFormOptions) {
  const store = services.messageStores.get(params);
  const state = useStore(store);
  const [captchaFailure, setCaptchaFailure] = useState<CaptchaFailure>();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const submitRef = useRef<HTMLButtonElement>(null);
  const statusRef = useRef<HTMLParagraphElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);
  const canSubmit = state.phase === 'writing' && isComplete(state.fields);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!captcha.current || !canSubmit) return;
    setCaptchaFailure(undefined);
    // Submit loses the focus when it becomes disabled. The status beside it keeps the place.
    moveFocus(statusRef.current, { from: submitRef.current });
    const result = await submitMessage(params, { ...services, captcha: captcha.current });
    if (result.kind !== 'kept') return;
    flushSync(() => setCaptchaFailure(result.reason));
    moveFocus(submitRef.current, { from: statusRef.current });
  }

  return {
    ...state,
    captchaFailure,
    canSubmit,
    isReadOnly: state.phase === 'verifying',
    headingRef,
    submitRef,
    statusRef,
    captchaRef,
    submit,
    preloadCaptcha: () => captcha.current?.preload(),
    edit: (change: Partial<MessageFields>) => store.update((current) => edit(current, change)),
    // The notice is removed first, because what is below it moves up and out of the view.
    restore(id: string) {
      flushSync(() => store.update((current) => restore(current, id)));
      document.getElementById('subject')?.focus();
    },
    discard(id: string) {
      flushSync(() => store.update((current) => discard(current, id)));
      headingRef.current?.focus();
    },
  };
}
