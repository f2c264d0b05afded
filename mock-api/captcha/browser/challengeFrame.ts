/* The script of the challenge's frame. It reports the user's action to the page. */

document.querySelector('button')?.addEventListener('click', () => report('solved'));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') report('closed');
});

function report(message: 'solved' | 'closed') {
  parent.postMessage(message, '*');
}
