/** The least space above the challenge. */
const minTopPx = 10;

/**
 * Creates the challenge of one widget. As with Google's script, it is a `div` at the end of the body that
 * exists from the start and contains the challenge in a frame. Style attributes position and hide it, so a
 * content security policy must allow them.
 */
export function createChallenge(frameUrl: string) {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div style="visibility: hidden; opacity: 0; position: absolute; top: -10000px; left: 0; width: 100%">
      <div style="position: fixed; inset: 0; z-index: 2000000000; background-color: #fff; opacity: 0.5"></div>
      <div style="position: absolute; left: 0; right: 0; z-index: 2000000000; width: min(300px, 90vw); height: 160px; margin: 0 auto; border: 1px solid #767676; background-color: #fff">
        <iframe title="recaptcha challenge expires in two minutes" style="width: 100%; height: 100%; border: 0"></iframe>
      </div>
    </div>`,
  );
  const container = document.body.lastElementChild as HTMLElement;
  const frame = container.querySelector('iframe') as HTMLIFrameElement;
  frame.src = frameUrl;

  let onSolved = () => {};
  container.firstElementChild?.addEventListener('click', hide);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || !isVisible()) return;
    hide();
    if (data === 'solved') onSolved();
  });

  function show(callback: () => void) {
    onSolved = callback;
    const top = Math.max(minTopPx, (window.innerHeight - frame.offsetHeight) / 2);
    const { style } = container;
    style.visibility = 'visible';
    style.opacity = '1';
    style.top = `${window.scrollY + top}px`;
    frame.focus();
  }

  function hide() {
    const { style } = container;
    style.visibility = 'hidden';
    style.opacity = '0';
    style.top = '-10000px';
  }

  function isVisible(): boolean {
    return container.style.visibility === 'visible';
  }

  return { show, hide };
}
