/** Directives by name, each with its sources. */
export type Policy = Record<string, readonly string[]>;

/**
 * What the page may load. Scripts need the nonce and may then load others, as the captcha does;
 * `https:` and `'unsafe-inline'` are for old browsers, and those that know nonces ignore the latter.
 * Where the captcha's parts come from follows from the address of its script.
 */
export function pagePolicy(captchaScriptUrl: string, nonceSource: string): Policy {
  const captcha = isOnThisHost(captchaScriptUrl)
    ? ["'self'"]
    : [new URL('.', captchaScriptUrl).href];
  const [captchaOrigin] = captcha;
  const challenge = captchaOrigin === 'https://www.google.com/recaptcha/' ? googleChallenge : [];
  return {
    'default-src': ["'none'"],
    'script-src': [nonceSource, "'strict-dynamic'", 'https:', "'unsafe-inline'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': [...new Set(["'self'", ...captcha])],
    'frame-src': [...captcha, ...challenge],
    'manifest-src': ["'self'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
}

const googleChallenge = ['https://recaptcha.google.com/recaptcha/'];

/** For answers that are no page: opened in a browser they can do nothing. */
export const inertPolicy: Policy = {
  'default-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  sandbox: [],
};

/** For a backend's answers where the captcha comes from there too, and shows its challenge in a frame. */
export const framedPolicy: Policy = {
  'frame-ancestors': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
};

/** A captcha whose script is a path is served through this host by the backend: the stand-in. */
export function isOnThisHost(captchaScriptUrl: string): boolean {
  return captchaScriptUrl.startsWith('/');
}
