/** The minimum distance between the challenge and the top of the window. */
const minTopPx = 10;

/**
 * The challenge of one widget. As with Google's script, it is a `div` at the end of the body that exists from the start
 * and contains the challenge in a frame. Style attributes position and hide it, so a content security policy must allow
 * them.
 */
export class Challenge {
  readonly #container: HTMLElement;
  readonly #frame: HTMLIFrameElement;
  #onSolved = () => {};

  constructor(frameUrl: string) {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div style="visibility: hidden; opacity: 0; position: absolute; top: -10000px; left: 0; width: 100%">
        <div style="position: fixed; inset: 0; z-index: 2000000000; background-color: #fff; opacity: 0.5"></div>
        <div style="position: absolute; left: 0; right: 0; z-index: 2000000000; width: min(300px, 90vw); height: 160px; margin: 0 auto; border: 1px solid #767676; background-color: #fff">
          <iframe title="recaptcha challenge expires in two minutes" style="width: 100%; height: 100%; border: 0"></iframe>
        </div>
      </div>`,
    );
    this.#container = document.body.lastElementChild as HTMLElement;
    this.#frame = this.#container.querySelector('iframe') as HTMLIFrameElement;
    this.#frame.src = frameUrl;
    this.#container.firstElementChild?.addEventListener('click', () => this.hide());
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.hide();
    });
    window.addEventListener('message', (event) => this.#receive(event));
  }

  show(onSolved: () => void): void {
    this.#onSolved = onSolved;
    const top = Math.max(minTopPx, (window.innerHeight - this.#frame.offsetHeight) / 2);
    const { style } = this.#container;
    style.visibility = 'visible';
    style.opacity = '1';
    style.top = `${window.scrollY + top}px`;
    this.#frame.focus();
  }

  hide(): void {
    const { style } = this.#container;
    style.visibility = 'hidden';
    style.opacity = '0';
    style.top = '-10000px';
  }

  #receive({ source, data }: MessageEvent): void {
    const isVisible = this.#container.style.visibility === 'visible';
    if (source !== this.#frame.contentWindow || !isVisible) return;

    this.hide();
    if (data === 'solved') this.#onSolved();
  }
}
