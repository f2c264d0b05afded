export interface ChallengeListener {
  onOpen(): void;
  onClose(): void;
}

/**
 * Watches for the captcha's challenge, of which the script itself tells nothing: a frame of its own
 * address in a container that is shown and hidden by its inline style. Returns the way to stop.
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
