import { type RefObject, useEffect } from 'react';

/**
 * Keeps the stack from hiding what it talks about. The style sheet gets the height of its alerts as a variable, for
 * the scroll padding and the room at the end of the page, and the focused element is scrolled out from under them.
 * @param position changes with each new alert, whose beginning the stack then shows
 */
export function useStackSpace(stack: RefObject<HTMLElement | null>, position: number): void {
  useEffect(() => {
    const element = stack.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const height = heightOfAlerts(element);
      document.documentElement.style.setProperty('--alert-stack-height', `${height}px`);
      const { activeElement } = document;
      if (activeElement && isCovered(activeElement, element, height)) {
        activeElement.scrollIntoView({ block: 'nearest' });
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stack]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the position changes
  useEffect(() => {
    const element = stack.current;
    const [first, ...others] = element?.querySelectorAll<HTMLElement>('.alert') ?? [];
    if (element && first && !element.contains(document.activeElement)) {
      // Below the part that fades.
      element.scrollTop = (others.at(-1) ?? first).offsetTop - first.offsetTop;
    }
  }, [stack, position]);
}

/** Without the part of the stack above them, in which they fade when it scrolls. */
function heightOfAlerts(stack: HTMLElement): number {
  const first = stack.querySelector<HTMLElement>('.alert');
  if (!first) return 0;
  const isScrollable = stack.scrollHeight > stack.clientHeight;
  return stack.offsetHeight - (isScrollable ? 0 : first.offsetTop);
}

/** Whether the alerts cover an element on the screen, or leave less room below it than the scroll padding. */
function isCovered(element: Element, stack: HTMLElement, height: number): boolean {
  const alert = stack.querySelector('.alert')?.getBoundingClientRect();
  if (!alert || element === document.body || stack.contains(element)) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const isBeside = right < alert.left || left > alert.right;
  return !isBeside && top < innerHeight && bottom > innerHeight - height - 16;
}
