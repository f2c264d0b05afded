/**
 * The challenge of one widget, built as Google builds it: a `div` at the end of the body that is
 * there from the start, hidden by an inline style, with the challenge in a frame.
 */
export function createChallenge(address: string) {
  const box = document.createElement('div');
  const backdrop = document.createElement('div');
  const frame = document.createElement('iframe');
  frame.title = 'recaptcha challenge expires in two minutes';
  frame.src = address;
  box.append(backdrop, frame);
  style(box, { position: 'absolute', top: '-10000px', left: '0px', 'z-index': '2000000000' });
  style(backdrop, { position: 'fixed', inset: '0', 'background-color': '#fff', opacity: '0.5' });
  style(frame, {
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    width: 'min(300px, 90vw)',
    height: '160px',
    border: '1px solid #767676',
    'background-color': '#fff',
  });
  hide();
  document.body.append(box);

  let solved = () => {};
  backdrop.addEventListener('click', hide);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || !isVisible()) return;
    hide();
    if (data === 'solved') solved();
  });

  function show(whenSolved: () => void) {
    solved = whenSolved;
    style(box, { visibility: 'visible', opacity: '1', top: '10px' });
    frame.focus();
  }

  function hide() {
    style(box, { visibility: 'hidden', opacity: '0', top: '-10000px' });
  }

  function isVisible(): boolean {
    return box.style.visibility === 'visible';
  }

  return { show, hide };
}

/** Through the object model, which a content security policy allows where it forbids attributes. */
function style(element: HTMLElement, properties: Record<string, string>) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
}
