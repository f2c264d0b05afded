import { type MouseEvent, type ReactNode, useState } from 'react';

export interface LateClickGuardProps {
  id: string;
  /** Whether the children have replaced a page that could be clicked. */
  isReplacement: boolean;
  children: ReactNode;
}

/** The time in ms within which a pointer's click can be meant for what the children have replaced. */
const lateClickMs = 500;

/** Cancels a click that comes too late for what it was meant for, and the second click of a double-click. */
export function LateClickGuard({ id, isReplacement, children }: LateClickGuardProps) {
  const [shownAt] = useState(() => performance.now());

  function cancelLateClick(event: MouseEvent) {
    const { detail, timeStamp } = event;
    // Both are empty for a key and for assistive technology; Safari has no pointer type.
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
