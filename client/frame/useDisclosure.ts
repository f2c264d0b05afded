import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';

/**
 * A button that shows and hides something next to it. Escape hides it and gives the focus back to the
 * button; a press elsewhere, or the focus going elsewhere, hides it too.
 *
 * `container` goes on the element around both, `button` on the button.
 */
export function useDisclosure<Container extends HTMLElement>() {
  const [isOpen, setOpen] = useState(false);
  const containerRef = useRef<Container>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    if (!isOpen) return;
    const closeIfOutside = ({ target }: Event) => {
      if (!isInside(containerRef.current, target)) close();
    };
    document.addEventListener('pointerdown', closeIfOutside);
    return () => document.removeEventListener('pointerdown', closeIfOutside);
  }, [isOpen, close]);

  return {
    isOpen,
    close,
    /** What was hidden can take the focus as soon as this returns. */
    open: () => flushSync(() => setOpen(true)),
    button: {
      ref: buttonRef,
      'aria-expanded': isOpen,
      onClick() {
        setOpen(!isOpen);
        // Safari leaves the focus elsewhere, where Escape would not be heard.
        buttonRef.current?.focus();
      },
    },
    container: {
      ref: containerRef,
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
        buttonRef.current?.focus();
      },
      onBlur({ relatedTarget }: FocusEvent) {
        if (relatedTarget && !isInside(containerRef.current, relatedTarget)) close();
      },
    },
  };
}

function isInside(container: HTMLElement | null, target: EventTarget | null): boolean {
  return target instanceof Node && Boolean(container?.contains(target));
}
