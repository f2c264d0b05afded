import { type RefObject, useEffect, useRef } from 'react';
import { useServices } from '../services.ts';
import { type Captcha, createCaptcha } from './createCaptcha.ts';

/**
 * A captcha for as long as the component is mounted. Its widget goes into an element of its own inside
 * `host`, because a script that has once rendered into an element refuses to do so again.
 */
export function useCaptcha(host: RefObject<HTMLElement | null>): RefObject<Captcha | undefined> {
  const { settings } = useServices();
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
