import { type CaptchaBehaviour, captchaBehaviours } from '../captchaBehaviours.ts';
import { createStandInToken } from '../standInToken.ts';
import { Challenge } from './Challenge.ts';

/*
 * Replaces Google's `enterprise.js?render=explicit` for invisible widgets. It runs in the product's
 * page and reproduces the parts of Google's behaviour that a client must handle: `render` is only
 * defined after `ready`, a widget returns one response until it is reset, closing the challenge calls no
 * callback, and the elements that it adds have style attributes.
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
  challenge: Challenge;
  hasResponded: boolean;
  /** The number of resets. Each one cancels the execution in progress. */
  resets: number;
}

const loadDelayMs = 20;
const responseDelayMs = 20;
const dismissDelayMs = 300;

const script = document.currentScript as HTMLScriptElement;
const widgets: Widget[] = [];

if (!Object.hasOwn(captchaBehaviours, selectedName())) showUnknownName();
if (selectedOutcome() !== 'blocked') defineGrecaptcha();

function defineGrecaptcha() {
  const enterprise = { ready: (callback: () => void) => void loaded.then(callback) };
  const loaded = new Promise<void>((resolve) => setTimeout(resolve, loadDelayMs)).then(() => {
    Object.assign(enterprise, { render, execute, reset });
  });
  Object.assign(window, { grecaptcha: { enterprise } });
}

function render(element: HTMLElement, options: RenderOptions): number {
  if (element.hasChildNodes())
    throw new Error('reCAPTCHA has already been rendered in this element');
  if (!options.sitekey) throw new Error('Missing required parameters: sitekey');

  element.innerHTML = `<div class="grecaptcha-badge" style="width: 256px; height: 60px; box-shadow: gray 0 0 5px">
      <iframe title="reCAPTCHA" width="256" height="60"></iframe>
      <textarea name="g-recaptcha-response" style="display: none"></textarea>
    </div>`;

  const challenge = new Challenge(new URL('bframe', script.src).href);
  return widgets.push({ options, challenge, hasResponded: false, resets: 0 }) - 1;
}

function execute(id = 0) {
  const widget = findWidget(id);
  // Google's widget ignores further executions until it is reset.
  if (widget.hasResponded) return;
  const { resets, challenge, options } = widget;
  const runLater = (callback: () => void, delayMs = responseDelayMs) =>
    setTimeout(() => widget.resets === resets && callback(), delayMs);
  const solve = () => {
    widget.hasResponded = true;
    options.callback?.(createStandInToken());
  };

  const outcome = selectedOutcome();
  switch (outcome) {
    case 'token':
      return void runLater(solve);
    case 'challenge':
      return challenge.show(solve);
    case 'dismissed':
      challenge.show(solve);
      return void runLater(() => challenge.hide(), dismissDelayMs);
    case 'expired':
      return void runLater(() => options['expired-callback']?.());
    case 'error':
      return void runLater(() => options['error-callback']?.());
    case 'never':
    case 'blocked':
      return;
    default:
      outcome satisfies never;
  }
}

function reset(id = 0) {
  const widget = findWidget(id);
  widget.resets += 1;
  widget.hasResponded = false;
  widget.challenge.hide();
}

function findWidget(id: number): Widget {
  const widget = widgets[id];
  if (!widget) throw new Error(`Invalid reCAPTCHA client id: ${id}`);
  return widget;
}

function selectedName(): string {
  return new URLSearchParams(location.search).get('captcha') ?? 'token';
}

/**
 * Returns the behaviour that the page's URL selects. An unknown name selects `error`, because a delivered message would
 * hide the mistake.
 */
function selectedOutcome(): CaptchaBehaviour {
  const name = selectedName();
  return Object.hasOwn(captchaBehaviours, name) ? (name as CaptchaBehaviour) : 'error';
}

function showUnknownName() {
  const note = document.createElement('p');
  note.role = 'alert';
  note.style.cssText =
    'position: fixed; inset: 0 0 auto; margin: 0; padding: 1rem; z-index: 9999; background: #fff3cd; color: #332701';
  note.textContent = `?captcha: expected one of ${Object.keys(captchaBehaviours).join(', ')}, got "${selectedName()}".`;
  document.body.append(note);
}
