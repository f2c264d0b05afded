/**
 * Creates the challenge of one widget. As with Google's script, it is a `div` at the end of the body
 * that exists from the start, is hidden by an inline style, and contains the challenge in a frame.
 */
export function createChallenge(frameUrl: string) {
  const container = document.createElement('div');
  const backdrop = document.createElement('div');
  const frame = document.createElement('iframe');
  frame.title = 'recaptcha challenge expires in two minutes';
  frame.src = frameUrl;
  container.append(backdrop, frame);
  setStyle(container, {
    position: 'absolute',
    top: '-10000px',
    left: '0px',
    'z-index': '2000000000',
  });
  setStyle(backdrop, { position: 'fixed', inset: '0', 'background-color': '#fff', opacity: '0.5' });
  setStyle(frame, {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    width: 'min(300px, 90vw)',
    height: '160px',
    border: '1px solid #767676',
    'background-color': '#fff',
  });
  hide();
  document.body.append(container);

  let onSolved = () => {};
  backdrop.addEventListener('click', hide);
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
    setStyle(container, { visibility: 'visible', opacity: '1', top: '10px' });
    frame.focus();
  }

  function hide() {
    setStyle(container, { visibility: 'hidden', opacity: '0', top: '-10000px' });
  }

  function isVisible(): boolean {
    return container.style.visibility === 'visible';
  }

  return { show, hide };
}

/** Sets single properties, because a content security policy may forbid the `style` attribute. */
function setStyle(element: HTMLElement, properties: Record<string, string>) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
}
