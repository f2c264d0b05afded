import { type RefObject, useEffect, useRef } from 'react';
import type { CaptchaFailure } from '../messages.ts';
import { type Settings, useSettings } from '../settings.ts';
import { forgetRecaptcha, loadRecaptcha, type Recaptcha } from './recaptcha.ts';
import { watchChallenge } from './watchChallenge.ts';

/** The result of an execution of the captcha. Every execution ends with one of these. */
export type CaptchaOutcome =
  | { kind: 'token'; token: string }
  | { kind: Exclude<CaptchaFailure, 'offline'> };

type Settle = (outcome: CaptchaOutcome) => void;

/** The timeout in ms without an open challenge. */
const idleTimeoutMs = 20_000;
/** The timeout in ms with an open challenge, which a person needs time to solve. */
const challengeTimeoutMs = 300_000;
/** The time in ms within which the token of a solved challenge arrives after the challenge closes. */
const tokenDelayMs = 1_000;

/** Creates a captcha for the lifetime of the component, and loads its script if the form has the focus. */
export function useCaptcha(parent: RefObject<HTMLElement | null>): RefObject<Captcha | undefined> {
  const settings = useSettings();
  const captcha = useRef<Captcha>(undefined);

  useEffect(() => {
    const created = new Captcha(settings.captcha, parent.current as HTMLElement);
    captcha.current = created;

    // React reports no focus event from before the script ran.
    if (parent.current?.closest('form')?.contains(document.activeElement)) created.preload();

    return () => created.dispose();
  }, [settings, parent]);

  return captcha;
}

/** Adapts the callbacks of reCAPTCHA Enterprise to a promise that always settles. */
export class Captcha {
  readonly #settings: Settings['captcha'];
  readonly #parent: HTMLElement;
  #widgetId: number | undefined;
  /** Ends the execution in progress. */
  #settle: Settle | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param parent the element to which the invisible widget is appended */
  constructor(settings: Settings['captcha'], parent: HTMLElement) {
    this.#settings = settings;
    this.#parent = parent;
  }

  /** Starts loading the script ahead of `execute`. */
  preload(): void {
    loadRecaptcha(this.#settings.scriptUrl).catch(() => {});
  }

  /** Runs the captcha. Never rejects. Must not be called while an execution is in progress. */
  async execute(): Promise<CaptchaOutcome> {
    const stopWatching = watchChallenge((isOpen) => {
      if (isOpen) this.#settleAfter(challengeTimeoutMs, 'timeout');
      else this.#settleAfter(tokenDelayMs, 'dismissed');
    });
    const outcome = await new Promise<CaptchaOutcome>((settle) => {
      this.#settle = settle;
      this.#settleAfter(idleTimeoutMs, 'timeout');
      void this.#run(settle);
    });
    this.#settle = undefined;
    clearTimeout(this.#timer);
    stopWatching();

    // A script that does not arrive is requested again.
    if (outcome.kind === 'timeout' && this.#widgetId === undefined) forgetRecaptcha();
    return outcome;
  }

  /** Ends an execution in progress as `dismissed`. */
  dispose(): void {
    this.#settle?.({ kind: 'dismissed' });
  }

  #settleAfter(delayMs: number, kind: 'timeout' | 'dismissed'): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle?.({ kind }), delayMs);
  }

  /**
   * Starts an execution. Calls `settle` only if there is no widget or it does not run; the callbacks of the widget
   * report every other outcome.
   */
  async #run(settle: Settle): Promise<void> {
    const recaptcha = await loadRecaptcha(this.#settings.scriptUrl).catch(() => undefined);
    if (!recaptcha) return settle({ kind: 'blocked' });
    // The execution has ended while the script was loading.
    if (this.#settle !== settle) return;

    try {
      this.#widgetId ??= this.#render(recaptcha);
      recaptcha.reset(this.#widgetId);
      await recaptcha.execute(this.#widgetId);
    } catch {
      settle({ kind: 'failed' });
    }
  }

  /**
   * Renders a widget into a new element, because reCAPTCHA cannot render into the same one again, even after an error.
   */
  #render(recaptcha: Recaptcha): number {
    const container = document.createElement('div');
    this.#parent.append(container);
    return recaptcha.render(container, {
      sitekey: this.#settings.siteKey,
      size: 'invisible',
      badge: 'inline',
      callback: (token) => this.#settle?.(token ? { kind: 'token', token } : { kind: 'failed' }),
      'expired-callback': () => this.#settle?.({ kind: 'expired' }),
      'error-callback': () => this.#settle?.({ kind: 'failed' }),
    });
  }
}
