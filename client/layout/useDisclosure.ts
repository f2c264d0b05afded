import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/**
 * Implements the disclosure pattern: a button that shows and hides content next to it. Escape hides the content and
 * returns the focus to the button; a press or focus outside the container also hides it. Spread `container` onto the
 * element around both, and `button` onto the button.
 */
export function useDisclosure<Container extends HTMLElement>() {
  const [isOpen, setOpen] = useState(false);
  const containerRef = useRef<Container>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;

    const closeIfOutside = ({ target }: Event) => {
      if (!containerRef.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeIfOutside);
    return () => document.removeEventListener('pointerdown', closeIfOutside);
  }, [isOpen]);

  return {
    isOpen,
    button: {
      ref: buttonRef,
      'aria-expanded': isOpen,
      onClick() {
        setOpen(!isOpen);
        // Safari does not focus a clicked button, so Escape would not reach the container.
        buttonRef.current?.focus();
      },
    },
    container: {
      ref: containerRef,
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Escape' || !isOpen) return;

        event.stopPropagation();
        setOpen(false);
        buttonRef.current?.focus();
      },
      onBlur({ relatedTarget }: FocusEvent) {
        if (relatedTarget && !containerRef.current?.contains(relatedTarget)) setOpen(false);
      },
    },
  };
}
