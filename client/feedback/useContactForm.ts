import { type FormEvent, useRef } from 'react';
import { useCaptcha } from '../captcha/useCaptcha.ts';
import type { FeedbackParams } from '../routes.ts';
import { useStore } from '../store.ts';
import type { FeedbackServices } from './feedbackServices.ts';
import { isComplete, type MessageFields } from './messageFields.ts';
import { discard, edit, restore } from './messageState.ts';
import { submitMessage } from './submitMessage.ts';

export interface ContactFormOptions {
  params: FeedbackParams;
  services: FeedbackServices;
}

/** The state and the event handlers of the contact form. */
export function useContactForm({ params, services }: ContactFormOptions) {
  const store = services.messageStores.get(params);
  const state = useStore(store);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!captcha.current) return;
    // Submit loses the focus when it becomes disabled.
    const focused = document.activeElement;
    const result = await submitMessage(params, { ...services, captcha: captcha.current });
    if (result === 'sent') headingRef.current?.focus();
    if (result === 'kept' && focused instanceof HTMLElement) focused.focus();
  }

  return {
    ...state,
    canSubmit: state.phase === 'writing' && isComplete(state.fields),
    isReadOnly: state.phase === 'verifying',
    headingRef,
    captchaRef,
    submit,
    preloadCaptcha: () => captcha.current?.preload(),
    edit: (change: Partial<MessageFields>) => store.update((current) => edit(current, change)),
    restore: (id: string) => store.update((current) => restore(current, id)),
    discard: (id: string) => store.update((current) => discard(current, id)),
  };
}
