import type { Settings } from '../settings.ts';
import {
  type CaptchaAttempt,
  type CaptchaOutcome,
  createCaptchaAttempt,
} from './captchaAttempt.ts';
import { forgetRecaptcha, loadRecaptcha, type Recaptcha } from './recaptcha.ts';

export type Captcha = ReturnType<typeof createCaptcha>;

/**
 * Adapts the callbacks of reCAPTCHA Enterprise to a promise that always settles.
 * @param container the element for the invisible widget, which must not contain one yet
 */
export function createCaptcha({ siteKey, scriptUrl }: Settings['captcha'], container: HTMLElement) {
  let widgetId: number | undefined;
  let attempt: CaptchaAttempt | undefined;

  /** Rejects if the widget cannot be rendered or does not run. Its callbacks report every other outcome. */
  async function executeWidget(recaptcha: Recaptcha) {
    widgetId ??= recaptcha.render(container, {
      sitekey: siteKey,
      size: 'invisible',
      badge: 'inline',
      callback: (token) => attempt?.settle(token ? { kind: 'token', token } : { kind: 'failed' }),
      'expired-callback': () => attempt?.settle({ kind: 'expired' }),
      'error-callback': () => attempt?.settle({ kind: 'failed' }),
    });
    recaptcha.reset(widgetId);
    await recaptcha.execute(widgetId);
  }

  return {
    /** Starts loading the script ahead of `execute`. */
    preload: () => void loadRecaptcha(scriptUrl).catch(() => {}),
    /** Never rejects. Must not be called while an execution is in progress. */
    async execute(): Promise<CaptchaOutcome> {
      const current = createCaptchaAttempt();
      attempt = current;
      loadRecaptcha(scriptUrl).then(
        (recaptcha) => {
          if (attempt !== current) return;
          executeWidget(recaptcha).catch(() => current.settle({ kind: 'failed' }));
        },
        () => current.settle({ kind: 'blocked' }),
      );
      const outcome = await current.outcome;
      attempt = undefined;
      if (outcome.kind === 'timeout' && widgetId === undefined) forgetRecaptcha();
      return outcome;
    },
    /** Settles an execution in progress as `dismissed`. */
    dispose: () => attempt?.settle({ kind: 'dismissed' }),
  };
}
