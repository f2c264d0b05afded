import { type RefObject, useEffect, useRef } from 'react';
import { useSettings } from '../settings.ts';
import { type Captcha, createCaptcha } from './createCaptcha.ts';

/**
 * Creates a captcha for the lifetime of the component. Its widget is rendered into a new child of `parent`,
 * because reCAPTCHA cannot render into the same element twice.
 */
export function useCaptcha(parent: RefObject<HTMLElement | null>): RefObject<Captcha | undefined> {
  const settings = useSettings();
  const captcha = useRef<Captcha>(undefined);

  useEffect(() => {
    const container = document.createElement('div');
    parent.current?.append(container);
    const created = createCaptcha(settings.captcha, container);
    captcha.current = created;
    return () => created.dispose();
  }, [settings, parent]);

  return captcha;
}
