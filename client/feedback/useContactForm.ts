import { type FormEvent, useRef } from 'react';
import { useCaptcha } from '../captcha/useCaptcha.ts';
import { useStore } from '../platform/store.ts';
import type { FeedbackParams } from '../routes.ts';
import { useServices } from '../services.ts';
import { areComplete, type MessageFields } from './messageFields.ts';
import { discard, edit, restore } from './messageState.ts';
import { submitMessage } from './submitMessage.ts';

/** What the contact form shows and does. */
export function useContactForm({ subscriberId, briefId }: FeedbackParams) {
  const services = useServices();
  const store = services.messages(briefId);
  const state = useStore(store);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const captchaRef = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(captchaRef);

  /** Submit becomes disabled, and a disabled element cannot keep the focus. */
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!captcha.current) return;
    const focused = document.activeElement;
    const end = await submitMessage(
      { subscriberId, briefId },
      { ...services, captcha: captcha.current },
    );
    if (end === 'sent') headingRef.current?.focus();
    if (end === 'kept' && focused instanceof HTMLElement) focused.focus();
  }

  return {
    ...state,
    canSubmit: state.phase === 'writing' && areComplete(state.fields),
    isReadOnly: state.phase === 'verifying',
    headingRef,
    captchaRef,
    submit,
    preloadCaptcha: () => captcha.current?.preload(),
    edit: (change: Partial<MessageFields>) => store.update((it) => edit(it, change)),
    restore: (id: string) => store.update((it) => restore(it, id)),
    discard: (id: string) => store.update((it) => discard(it, id)),
  };
}
