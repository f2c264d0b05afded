export interface ChallengeListener {
  onOpen(): void;
  onClose(): void;
}

/**
 * Watches the captcha's challenge, for which reCAPTCHA has no events: an iframe in a container that is
 * shown and hidden by inline style. Returns a function that stops watching.
 */
export function watchChallenge({ onOpen, onClose }: ChallengeListener): () => void {
  let wasOpen = isChallengeOpen();
  const observer = new MutationObserver(() => {
    const isOpen = isChallengeOpen();
    if (isOpen === wasOpen) return;
    wasOpen = isOpen;
    if (isOpen) onOpen();
    else onClose();
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
