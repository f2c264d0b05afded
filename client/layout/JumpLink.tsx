import type { MouseEvent, ReactNode } from 'react';
import { focusElement } from './moveFocus.ts';

export interface JumpLinkProps {
  /** The id of an element on the same page. */
  target: string;
  className: string;
  children: ReactNode;
}

/** A link that moves the focus within the page. It keeps the URL: a new one would be a client-side navigation. */
export function JumpLink({ target, className, children }: JumpLinkProps) {
  function jump(event: MouseEvent) {
    const element = document.getElementById(target);
    if (!element) return;

    event.preventDefault();
    focusElement(element, { preventScroll: true });
    element.scrollIntoView();
  }

  return (
    <a className={className} href={`#${target}`} onClick={jump}>
      {children}
    </a>
  );
}
