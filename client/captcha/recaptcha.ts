/** The part of Google's reCAPTCHA Enterprise that the product uses. */
export interface Recaptcha {
  ready(callback: () => void): void;
  /** Throws where `container` already holds a widget. */
  render(container: HTMLElement, parameters: RecaptchaParameters): number;
  execute(widgetId: number): unknown;
  reset(widgetId: number): void;
}

export interface RecaptchaParameters {
  sitekey: string;
  size: 'invisible';
  badge: 'inline';
  callback(token: string): void;
  'expired-callback'(): void;
  'error-callback'(): void;
}

declare global {
  interface Window {
    grecaptcha?: { enterprise?: Recaptcha };
  }
}

const loads = new Map<string, Promise<Recaptcha>>();

/**
 * Loads the script once per address and resolves when it is ready for use. Rejects where the script is
 * refused, or where something else came in its place; the next call then tries again.
 */
export function loadRecaptcha(scriptUrl: string): Promise<Recaptcha> {
  const known = loads.get(scriptUrl);
  if (known) return known;
  const load = addScript(scriptUrl).then(whenReady);
  loads.set(scriptUrl, load);
  load.catch(() => forgetRecaptcha(scriptUrl));
  return load;
}

/** Has the next call load the script afresh, for one that neither arrives nor fails. */
export function forgetRecaptcha(scriptUrl: string): void {
  loads.delete(scriptUrl);
}

function addScript(scriptUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${scriptUrl}?render=explicit`;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The captcha script was not loaded.'));
    };
    document.head.append(script);
  });
}

function whenReady(): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const recaptcha = window.grecaptcha?.enterprise;
    if (recaptcha) recaptcha.ready(() => resolve(recaptcha));
    else reject(new Error('The captcha script has been replaced by something else.'));
  });
}
