/**
 * Calls `listener` when the challenge of reCAPTCHA is shown or hidden. There is no event for that: the challenge is an
 * iframe in a container that is shown and hidden by inline style.
 *
 * @returns the function that stops watching
 */
export function watchChallenge(listener: (isOpen: boolean) => void): () => void {
  let wasOpen = isChallengeOpen();

  const observer = new MutationObserver(() => {
    const isOpen = isChallengeOpen();
    if (isOpen === wasOpen) return;

    wasOpen = isOpen;
    listener(isOpen);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style'],
  });
  return () => observer.disconnect();
}

function isChallengeOpen(): boolean {
  const frames = document.querySelectorAll<HTMLIFrameElement>('iframe[src*="/bframe"]');
  return [...frames].some((frame) => {
    const container = frame.closest<HTMLElement>('body > *');
    return container?.style.visibility === 'visible';
  });
}
