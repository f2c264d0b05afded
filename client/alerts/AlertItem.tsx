import type { MouseEvent } from 'react';
import { AlertIcon } from './AlertIcon.tsx';
import type { AlertMessage, AlertQueue, AlertType } from './alertQueue.ts';

const variants: Readonly<Record<AlertType, string>> = {
  success: 'success',
  error: 'danger',
  warning: 'warning',
  info: 'info',
};

/** In characters. The text of an alert can be a whole response. */
const maxNameLength = 100;

export interface AlertItemProps {
  alert: AlertMessage;
  queue: Pick<AlertQueue, 'hold' | 'release'>;
  onClose(event: MouseEvent<HTMLElement>): void;
}

/**
 * One alert. Holds the queue while the focus is inside it, and from the first movement of the pointer
 * over it until the pointer leaves.
 */
export function AlertItem({ alert, queue, onClose }: AlertItemProps) {
  return (
    // A group keeps its text and its button together. The live region around it announces the alert.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      className={`alert alert-${variants[alert.type]}`}
      // Not pointerenter, which also fires when the alert appears under a resting pointer.
      onPointerMove={() => queue.hold('pointer')}
      onPointerLeave={() => queue.release('pointer')}
      onFocus={() => queue.hold('focus')}
      onBlur={() => queue.release('focus')}
    >
      <AlertIcon type={alert.type} />
      <div className="alert-text" dir="auto">
        {alert.text}
      </div>
      <button
        type="button"
        className="alert-close"
        aria-label={`Close alert: ${alert.text.slice(0, maxNameLength)}`}
        onClick={onClose}
      >
        <svg
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M2 2l12 12M14 2L2 14" />
        </svg>
      </button>
    </div>
  );
}
