import { createChallenge } from './createChallenge.ts';
import { type CaptchaOutcome, captchaOutcomes } from './outcomes.ts';

/*
 * Stands in for Google's `enterprise.js?render=explicit`, for invisible widgets. It runs in the
 * page, loaded as Google's is, and keeps to Google's manners, the awkward ones included: `render` is
 * there only after `ready`, a widget gives one response until it is reset, a closed challenge calls
 * nobody.
 */

interface RenderOptions {
  sitekey?: string;
  size?: string;
  badge?: string;
  callback?: (token: string) => void;
  'expired-callback'?: () => void;
  'error-callback'?: () => void;
}

interface Widget {
  options: RenderOptions;
  challenge: ReturnType<typeof createChallenge>;
  token: string;
  /** Changes with each reset, so that what was under way before it comes to nothing. */
  round: number;
}

const LOADING_TIME = 20;
const THINKING_TIME = 20;
const DISMISSED_AFTER = 300;

const script = document.currentScript as HTMLScriptElement;
const widgets: Widget[] = [];

if (chosenOutcome() !== 'blocked') begin();

function begin() {
  const waiting: (() => void)[] = [];
  let ready = (callback: () => void) => void waiting.push(callback);
  const enterprise: Record<string, unknown> = { ready: (callback: () => void) => ready(callback) };
  Object.assign(window, { grecaptcha: { enterprise } });

  setTimeout(() => {
    Object.assign(enterprise, { render, execute, reset, getResponse });
    ready = (callback) => void setTimeout(callback);
    for (const callback of waiting) callback();
    const onload = new URL(script.src).searchParams.get('onload');
    if (onload) (window as unknown as Record<string, () => void>)[onload]?.();
  }, LOADING_TIME);
}

function render(container: HTMLElement | string, options: RenderOptions): number {
  const element = typeof container === 'string' ? document.getElementById(container) : container;
  if (!element) throw new Error('reCAPTCHA placeholder element must be an element or id');
  if (element.hasChildNodes())
    throw new Error('reCAPTCHA has already been rendered in this element');
  if (!options.sitekey) throw new Error('Missing required parameters: sitekey');

  const badge = document.createElement('div');
  badge.className = 'grecaptcha-badge';
  badge.dataset.style = options.badge ?? 'bottomright';
  const response = document.createElement('textarea');
  response.name = 'g-recaptcha-response';
  response.hidden = true;
  badge.append(response);
  element.append(badge);

  const address = new URL('bframe', script.src).href;
  return widgets.push({ options, challenge: createChallenge(address), token: '', round: 0 }) - 1;
}

function execute(id = 0) {
  const widget = widgetWith(id);
  // Google's widget gives one response and is then silent until it is reset.
  if (widget.token !== '') return;
  const { round, challenge, options } = widget;
  const later = (act: () => void, delay = THINKING_TIME) =>
    setTimeout(() => widget.round === round && act(), delay);
  const solve = () => {
    widget.token = createToken();
    options.callback?.(widget.token);
  };

  const outcome = chosenOutcome();
  switch (outcome) {
    case 'token':
      return void later(solve);
    case 'challenge':
      return challenge.show(solve);
    case 'dismissed':
      challenge.show(solve);
      return void later(challenge.hide, DISMISSED_AFTER);
    case 'expired':
      return void later(() => options['expired-callback']?.());
    case 'error':
      return void later(() => options['error-callback']?.());
    case 'never':
    case 'blocked':
      return;
    default:
      outcome satisfies never;
  }
}

function reset(id = 0) {
  const widget = widgetWith(id);
  widget.round += 1;
  widget.token = '';
  widget.challenge.hide();
}

function getResponse(id = 0): string {
  return widgetWith(id).token;
}

function widgetWith(id: number): Widget {
  const widget = widgets[id];
  if (!widget) throw new Error(`Invalid reCAPTCHA client id: ${id}`);
  return widget;
}

function chosenOutcome(): CaptchaOutcome {
  const chosen = new URLSearchParams(location.search).get('captcha') ?? 'token';
  if (Object.hasOwn(captchaOutcomes, chosen)) return chosen as CaptchaOutcome;
  console.warn(`?captcha=${chosen} is none of ${Object.keys(captchaOutcomes).join(', ')}.`);
  return 'token';
}

/** Unlike any other. `crypto.randomUUID` is missing on a page that a phone loads without TLS. */
function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `stand-in-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
