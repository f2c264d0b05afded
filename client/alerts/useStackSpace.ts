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
      const height = `${innerHeight - topOfAlerts(element)}px`;
      document.documentElement.style.setProperty('--alert-stack-height', height);
      const { activeElement } = document;
      if (activeElement && isCovered(activeElement, element)) {
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
      element.scrollTop = (others.at(-1)?.offsetTop ?? 0) - first.offsetTop;
    }
  }, [stack, position]);
}

/** The stack itself begins above its alerts, and ends at the lower edge of the screen. */
function topOfAlerts(stack: HTMLElement): number {
  const { top, bottom } = stack.getBoundingClientRect();
  const alert = stack.querySelector('.alert');
  return alert ? Math.max(top, alert.getBoundingClientRect().top) : bottom;
}

function isCovered(element: Element, stack: HTMLElement): boolean {
  if (element === document.body || stack.contains(element)) return false;
  const covered = element.getBoundingClientRect();
  const alert = stack.querySelector('.alert')?.getBoundingClientRect();
  return Boolean(
    alert &&
      covered.right > alert.left &&
      covered.left < alert.right &&
      covered.bottom > topOfAlerts(stack),
  );
}
