/*
 * The script of the challenge's frame, which reports the user's action to the page. It runs before the
 * body is parsed, so that no click or key is lost.
 */

document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) report('solved');
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') report('closed');
});

function report(message: 'solved' | 'closed') {
  parent.postMessage(message, '*');
}
