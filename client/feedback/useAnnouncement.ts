import { type RefObject, useEffect, useState } from 'react';
import { moveFocus } from '../layout/moveFocus.ts';

/**
 * Announces a block that has just appeared. If the progress of the submission has the focus, the block gets it, and a
 * screen reader reads its name. Otherwise the person is elsewhere, maybe writing the next message. What is around the
 * block is scrolled into view.
 *
 * @param delayMs the time in which what is announced before can be heard
 * @returns whether the text of the block belongs into a live region, which announces what is added to it
 */
export function useAnnouncement(
  blockRef: RefObject<HTMLElement | null>,
  progressRef: RefObject<HTMLElement | null>,
  delayMs = 0,
): boolean {
  const [isLive, setLive] = useState(false);

  useEffect(() => {
    if (progressRef.current?.contains(document.activeElement)) {
      const { current: block } = blockRef;
      moveFocus(block, progressRef.current, block?.parentElement);
      return;
    }

    const timer = setTimeout(() => {
      // The element of the text is a new one then.
      setLive(!blockRef.current?.contains(document.activeElement));
    }, delayMs);
    return () => clearTimeout(timer);
  }, [blockRef, progressRef, delayMs]);

  return isLive;
}
