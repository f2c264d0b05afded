import { type RefObject, useEffect } from 'react';

const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Calls back for the arrow keys while the focus is in an element. */
export function useArrowKeys(target: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void) {
  useEffect(() => {
    const element = target.current;
    function handleKey(event: KeyboardEvent) {
      const by = steps[event.key];
      if (!by) return;
      event.preventDefault();
      onStep(by);
    }
    element?.addEventListener('keydown', handleKey);
    return () => element?.removeEventListener('keydown', handleKey);
  });
}
