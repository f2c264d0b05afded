import type { MouseEvent } from 'react';
import { CloseButton } from 'react-bootstrap';
import type { AlertMessage, AlertQueue, AlertType } from './alertQueue.ts';

const variants: Readonly<Record<AlertType, string>> = {
  success: 'success',
  error: 'danger',
  warning: 'warning',
  info: 'info',
};

export interface AlertItemProps {
  alert: AlertMessage;
  queue: AlertQueue;
}

/**
 * One alert. Holds the queue while the focus is inside it, and from the first movement of the pointer
 * over it until the pointer leaves.
 */
export function AlertItem({ alert, queue }: AlertItemProps) {
  function close(event: MouseEvent) {
    const isKeyboardClick = event.detail === 0;
    const nextFocus = isKeyboardClick && findNextFocus(event.currentTarget);
    queue.remove(alert.id);
    if (nextFocus) nextFocus.focus();
  }

  return (
    // A group keeps its text and its button together. The live region around it announces the alert.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      className={`alert alert-dismissible alert-${variants[alert.type]}`}
      // Not pointerenter, which also fires when the alert appears under a resting pointer.
      onPointerMove={() => queue.hold('pointer')}
      onPointerLeave={() => queue.release('pointer')}
      onFocus={() => queue.hold('focus')}
      onBlur={() => queue.release('focus')}
    >
      <div className="alert-text">{alert.text}</div>
      <CloseButton aria-label="Close alert" onClick={close} />
    </div>
  );
}

/** The last remaining close button, or the page's heading. */
function findNextFocus(closing: EventTarget): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>('.alert-stack .btn-close')];
  return buttons.findLast((button) => button !== closing) ?? document.querySelector('h1');
}
