import { type RefObject, useEffect } from 'react';

/** The space in pixels between a focused element and the alerts below it. */
const gap = 16;

/** The height in pixels of the part above the alerts into which they fade when the stack scrolls. */
const fadeHeight = 32;

/** Measures the alerts in pixels, from the lower edge of the window. */
function measureAlerts(stack: HTMLElement): number {
  if (!stack.querySelector('.alert')) return 0;

  const scrolls = stack.scrollHeight > stack.clientHeight;
  return scrolls ? stack.offsetHeight : stack.offsetHeight - fadeHeight;
}

/**
 * Keeps the stack of alerts from hiding the rest of the page. The style sheet gets the height of the alerts as a
 * variable, for the scroll padding and the space at the end of the page, and the focused element is scrolled out from
 * under them.
 * @param position the position of the next alert: when it changes, the stack scrolls to the beginning of the newest one
 */
export function useStackSpace(stack: RefObject<HTMLElement | null>, position: number): void {
  useEffect(() => {
    const element = stack.current;
    if (!element) return;

    const observer = new ResizeObserver(() => {
      const height = measureAlerts(element);
      document.documentElement.style.setProperty('--alert-stack-height', `${height}px`);
      const { activeElement: focused } = document;
      if (!focused || focused === document.body || element.contains(focused)) return;

      const { top, bottom } = focused.getBoundingClientRect();
      const isCovered = top < innerHeight && bottom > innerHeight - height - gap;
      if (isCovered) focused.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stack]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the position changes
  useEffect(() => {
    const element = stack.current;
    const [first, ...others] = element?.querySelectorAll<HTMLElement>('.alert') ?? [];
    if (element && first && !element.contains(document.activeElement)) {
      // Scrolls to below the part that fades.
      element.scrollTop = (others.at(-1) ?? first).offsetTop - first.offsetTop;
    }
  }, [stack, position]);
}
