type Directives = Record<string, readonly string[]>;

/** For responses that are not documents: one that is opened in a browser can do nothing. */
export const inertPolicy = formatPolicy({
  'default-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  sandbox: [],
});

/**
 * Creates the policy of the documents. The captcha's sources are derived from the URL of its script.
 * Scripts need the nonce and may load further scripts, as the captcha does; `https:` and
 * `'unsafe-inline'` are for browsers without `'strict-dynamic'` and are ignored by all others.
 *
 * @returns the policy for a nonce
 */
export function createDocumentPolicy(captchaScriptUrl: string): (nonce: string) => string {
  const captcha = isOnThisHost(captchaScriptUrl) ? "'self'" : new URL('.', captchaScriptUrl).href;
  const challenge =
    captcha === 'https://www.google.com/recaptcha/'
      ? ['https://recaptcha.google.com/recaptcha/']
      : [];
  const noncePlaceholder = 'NONCE';
  const policy = formatPolicy({
    'default-src': ["'none'"],
    'script-src': [`'nonce-${noncePlaceholder}'`, "'strict-dynamic'", 'https:', "'unsafe-inline'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': [...new Set(["'self'", captcha])],
    'frame-src': [captcha, ...challenge],
    'manifest-src': ["'self'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  });
  return (nonce) => policy.replace(noncePlaceholder, nonce);
}

/**
 * Returns the policy of proxied responses when the captcha is served by the backend, which shows its
 * challenge in a frame; otherwise undefined, and proxied responses keep the inert policy.
 */
export function framedPolicy(captchaScriptUrl: string): string | undefined {
  if (!isOnThisHost(captchaScriptUrl)) return undefined;
  return formatPolicy({
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  });
}

function isOnThisHost(captchaScriptUrl: string): boolean {
  return captchaScriptUrl.startsWith('/');
}

function formatPolicy(directives: Directives): string {
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}
