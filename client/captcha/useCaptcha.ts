import { type RefObject, useEffect, useRef } from 'react';
import { useSettings } from '../settings.ts';
import { type Captcha, createCaptcha } from './createCaptcha.ts';

/**
 * Creates a captcha for the lifetime of the component. Its widget is rendered into a new child of `host`,
 * because reCAPTCHA cannot render into the same element twice.
 */
export function useCaptcha(host: RefObject<HTMLElement | null>): RefObject<Captcha | undefined> {
  const settings = useSettings();
  const captcha = useRef<Captcha>(undefined);

  useEffect(() => {
    const container = document.createElement('div');
    host.current?.append(container);
    const created = createCaptcha({ ...settings.captcha, container });
    captcha.current = created;
    return () => {
      created.dispose();
      container.remove();
    };
  }, [settings, host]);

  return captcha;
}
