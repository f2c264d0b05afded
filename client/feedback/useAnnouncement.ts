import { type RefObject, useEffect, useState } from 'react';
import { focusElement } from '../layout/moveFocus.ts';

/**
 * Announces a block that has just appeared. Either the block gets the focus, and a screen reader reads its name, or the
 * person is elsewhere, maybe writing the next message.
 *
 * @param takesFocus tells whether the block gets the focus. What is around the block is then scrolled into view
 * @param delayMs the time in which what is announced before can be heard
 * @returns whether the text of the block belongs into a live region, which announces what is added to it
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
      // The element of the text is a new one then.
      setLive(!block?.contains(document.activeElement));
    }, delayMs);
    return () => clearTimeout(timer);
  }, [blockRef, takesFocus, delayMs]);

  return isLive;
}
