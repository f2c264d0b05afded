import { type Attempt, beginAttempt } from './beginAttempt.ts';
import type { CaptchaOutcome } from './captchaOutcome.ts';
import { forgetRecaptcha, loadRecaptcha, type Recaptcha } from './recaptcha.ts';

export interface Captcha {
  /** Begins to load the script, so that it is there when it is needed. */
  preload(): void;
  /** Never rejects. A second call while the first is under way gives the first one's outcome. */
  execute(): Promise<CaptchaOutcome>;
  /** Settles what is under way as `dismissed`. */
  dispose(): void;
}

export interface CaptchaOptions {
  siteKey: string;
  scriptUrl: string;
  /** Where the invisible widget goes; it must not hold one yet. */
  container: HTMLElement;
}

export function createCaptcha({ siteKey, scriptUrl, container }: CaptchaOptions): Captcha {
  let widgetId: number | undefined;
  let attempt: Attempt | undefined;

  function run(recaptcha: Recaptcha) {
    widgetId ??= recaptcha.render(container, {
      sitekey: siteKey,
      size: 'invisible',
      badge: 'inline',
      callback: (token) => attempt?.settle({ kind: 'token', token }),
      'expired-callback': () => attempt?.settle({ kind: 'expired' }),
      'error-callback': () => attempt?.settle({ kind: 'failed' }),
    });
    recaptcha.reset(widgetId);
    recaptcha.execute(widgetId);
  }

  async function ask(current: Attempt): Promise<CaptchaOutcome> {
    loadRecaptcha(scriptUrl).then(
      (recaptcha) => {
        if (attempt !== current) return;
        try {
          run(recaptcha);
        } catch {
          current.settle({ kind: 'failed' });
        }
      },
      () => current.settle({ kind: 'blocked' }),
    );
    const outcome = await current.outcome;
    attempt = undefined;
    if (outcome.kind === 'timeout' && widgetId === undefined) forgetRecaptcha(scriptUrl);
    return outcome;
  }

  return {
    preload: () => void loadRecaptcha(scriptUrl).catch(() => {}),
    execute() {
      if (attempt) return attempt.outcome;
      attempt = beginAttempt();
      return ask(attempt);
    },
    dispose: () => attempt?.settle({ kind: 'dismissed' }),
  };
}
