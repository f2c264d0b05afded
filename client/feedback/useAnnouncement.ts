import { type RefObject, useEffect, useState } from 'react';
import { focusElement } from '../layout/moveFocus.ts';

/**
 * Announces a block that has just appeared: it gets the focus, so that a screen reader reads its name, or its text is
 * added to a live region, because the subscriber is elsewhere, maybe writing the next message.
 * @param takesFocus tells whether the block gets the focus. Its parent is then scrolled into view
 * @param delayMs the time in which an earlier announcement can be heard
 * @returns whether to render the text of the block in a live region
 */
export function useAnnouncement(
  blockRef: RefObject<HTMLElement | null>,
  takesFocus: () => boolean,
  delayMs = 0,
): boolean {
  const [isLive, setLive] = useState(false);

  useEffect(() => {
    const { current: block } = blockRef;
    if (takesFocus()) {
      focusElement(block, { preventScroll: true });
      block?.parentElement?.scrollIntoView({ block: 'nearest' });
      return;
    }

    const timer = setTimeout(() => {
      // A live region gives the text a new element, which would take the focus from it.
      setLive(!block?.contains(document.activeElement));
    }, delayMs);
    return () => clearTimeout(timer);
  }, [blockRef, takesFocus, delayMs]);

  return isLive;
}
