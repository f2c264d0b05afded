import { type MouseEvent, type ReactNode, useState } from 'react';

export interface LateClickGuardProps {
  id: string;
  /** Whether the children have replaced a page that could be clicked. */
  isReplacement: boolean;
  children: ReactNode;
}

/** The time in ms after the replacement within which a click can be meant for the page that was replaced. */
const lateClickMs = 500;

/**
 * An element that cancels a click meant for the page that its children have just replaced, and the second click of a
 * double-click.
 */
export function LateClickGuard({ id, isReplacement, children }: LateClickGuardProps) {
  const [shownAt] = useState(() => performance.now());

  function cancelLateClick(event: MouseEvent) {
    const { detail, timeStamp } = event;
    // A click by a key or assistive technology has no detail and no pointer type; Safari never has the latter.
    const { pointerType } = event.nativeEvent as PointerEvent;
    const hasPointer = detail > 0 && pointerType !== '';
    const isLate = isReplacement && timeStamp - shownAt < lateClickMs;
    const isSecond = detail > 1;
    if (!hasPointer || !(isLate || isSecond)) return;

    event.preventDefault();
    // A button has no default action here.
    if (isSecond) event.stopPropagation();
  }

  return (
    <div id={id} onClickCapture={cancelLateClick}>
      {children}
    </div>
  );
}
