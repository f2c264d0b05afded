/* Runs inside the challenge's frame and tells the page what the person did. */

document.querySelector('button')?.addEventListener('click', () => tell('solved'));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell('closed');
});

function tell(message: 'solved' | 'closed') {
  parent.postMessage(message, '*');
}
