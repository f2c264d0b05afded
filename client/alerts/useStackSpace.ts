import { type RefObject, useEffect } from 'react';

/**
 * Keeps the stack from hiding what it talks about. The style sheet gets its height as a variable, for the
 * scroll padding and the room at the end of the page, and the focused element is scrolled out from under it.
 * @param position changes with each new alert, whose beginning the stack then shows
 */
export function useStackSpace(stack: RefObject<HTMLElement | null>, position: number): void {
  useEffect(() => {
    const element = stack.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const height = `${element.offsetHeight}px`;
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
    // The last child is the empty region.
    const newest = element?.children.item(element.children.length - 2);
    if (element && newest instanceof HTMLElement && !element.contains(document.activeElement)) {
      element.scrollTop = newest.offsetTop;
    }
  }, [stack, position]);
}

function isCovered(element: Element, stack: HTMLElement): boolean {
  if (element === document.body || stack.contains(element)) return false;
  const covered = element.getBoundingClientRect();
  // The stack is wider, because it has room for the shadows.
  const alert = stack.querySelector('.alert')?.getBoundingClientRect();
  const { top } = stack.getBoundingClientRect();
  return Boolean(
    alert && covered.right > alert.left && covered.left < alert.right && covered.bottom > top,
  );
}
