import { type FocusEvent, type MouseEvent, type RefObject, useRef } from 'react';

/** Gives the focus a place when the alert that contains it is closed. */
export function useFocusAfterClose(stack: RefObject<HTMLElement | null>) {
  /** The element from which the focus moved into the stack. */
  const origin = useRef<Element>(null);

  return {
    onFocus({ relatedTarget }: FocusEvent) {
      if (!stack.current?.contains(relatedTarget)) origin.current = relatedTarget;
    },
    /** With the keyboard, the focus stays in the stack as long as there is another alert. */
    closeWith({ currentTarget, detail }: MouseEvent<HTMLElement>, close: () => void) {
      const isKeyboardClick = detail === 0;
      const buttons = [...(stack.current?.querySelectorAll('button') ?? [])];
      const other = isKeyboardClick && buttons.findLast((button) => button !== currentTarget);
      close();
      if (other) return other.focus();
      const fallback = isKeyboardClick ? document.querySelector('h1') : null;
      const target = origin.current?.isConnected ? origin.current : fallback;
      // The page stays where it is: the heading may be far above.
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}
