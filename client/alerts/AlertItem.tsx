import type { MouseEvent } from 'react';
import { Icon } from '../layout/Icon.tsx';
import type { AlertMessage, AlertQueue } from './alertQueue.ts';
import { StatusIcon } from './StatusIcon.tsx';

/** In characters. The text of an alert can be a whole response. */
const maxNameLength = 100;

export interface AlertItemProps {
  /** Undefined: an empty live region, into which the next polite alert is rendered. */
  alert: AlertMessage | undefined;
  /** Of its live region. */
  role: string;
  queue: Pick<AlertQueue, 'hold' | 'release'>;
  onClose(event: MouseEvent<HTMLElement>): void;
}

/**
 * One alert, whose live region contains only its text. Holds the queue while the focus is inside it, and from
 * the first movement of the pointer over it until the pointer leaves.
 */
export function AlertItem({ alert, role, queue, onClose }: AlertItemProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading the alert is no interaction
    <div
      className={alert && 'alert'}
      // Not pointerenter, which also fires when the alert appears under a resting pointer.
      onPointerMove={() => queue.hold('pointer')}
      onPointerLeave={() => queue.release('pointer')}
      onFocus={() => queue.hold('focus')}
      onBlur={() => queue.release('focus')}
    >
      {alert && <StatusIcon type={alert.type} />}
      <div className="alert-text" role={role} dir="auto">
        {alert?.text}
      </div>
      {alert && (
        <button
          type="button"
          className="alert-close"
          aria-label={`Close alert: ${alert.text.slice(0, maxNameLength)}`}
          onClick={onClose}
        >
          <Icon viewBox="0 0 16 16" path="M2 2l12 12M14 2L2 14" />
        </button>
      )}
    </div>
  );
}
