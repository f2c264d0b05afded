/** The part of Google's reCAPTCHA Enterprise API in use. */
export interface Recaptcha {
  ready(callback: () => void): void;
  /** Renders a widget and returns its id. Throws if `container` already contains one. */
  render(
    container: HTMLElement,
    parameters: {
      sitekey: string;
      size: 'invisible';
      badge: 'inline';
      callback(token: string): void;
      'expired-callback'(): void;
      'error-callback'(): void;
    },
  ): number;
  execute(widgetId: number): unknown;
  reset(widgetId: number): void;
}

declare global {
  interface Window {
    grecaptcha?: { enterprise?: Recaptcha };
  }
}

let recaptcha: Promise<Recaptcha> | undefined;
let loadCount = 0;

/**
 * Loads the script once and resolves when its API is ready. Rejects if the script cannot be loaded or
 * does not define the API; the next call then tries again.
 */
export function loadRecaptcha(scriptUrl: string): Promise<Recaptcha> {
  recaptcha ??= addScript(scriptUrl);
  recaptcha.catch(forgetRecaptcha);
  return recaptcha;
}

/** Discards a load that never settles, so that the next `loadRecaptcha` starts over. */
export function forgetRecaptcha(): void {
  recaptcha = undefined;
}

function addScript(scriptUrl: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const url = new URL(scriptUrl, location.href);
    url.searchParams.set('render', 'explicit');
    // Browsers join an element to one of the same URL that is still loading.
    if (loadCount > 0) url.searchParams.set('retry', `${loadCount}`);
    loadCount += 1;
    script.src = url.href;
    script.onload = () => {
      const api = window.grecaptcha?.enterprise;
      if (api) api.ready(() => resolve(api));
      else reject(new Error('The captcha script did not define grecaptcha.enterprise'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('The captcha script could not be loaded'));
    };
    document.head.append(script);
  });
}
