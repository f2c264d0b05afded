import { useRef } from 'react';
import { useStore } from '../store.ts';
import { AlertItem } from './AlertItem.tsx';
import type { AlertQueue, AlertType } from './alertQueue.ts';
import { useFocusAfterClose } from './useFocusAfterClose.ts';
import { useStackSpace } from './useStackSpace.ts';

/** The live region of an alert: `status` is announced politely, `alert` assertively. */
const roles = {
  success: 'status',
  info: 'status',
  warning: 'alert',
  error: 'alert',
} as const satisfies Record<AlertType, string>;

/**
 * The global alerts, each in a live region of its own, in the order in which they came. Content is only
 * announced reliably in a `status` region that was there before it, so an empty one for the next alert
 * always follows the last. An `alert` region is announced when it is inserted.
 */
export function AlertStack({ queue }: { queue: AlertQueue }) {
  const alerts = useStore(queue);
  const regions = alerts.map((alert) => ({ role: roles[alert.type], alert }));
  const stack = useRef<HTMLElement>(null);
  const focus = useFocusAfterClose(stack);
  useStackSpace(stack, queue.nextPosition());

  return (
    <section className="alert-stack" aria-label="Notifications" ref={stack} onFocus={focus.onFocus}>
      {[...regions, { role: 'status', alert: undefined }].map(({ role, alert }) => (
        <div
          // The alert that comes next gets the element of the empty region.
          key={`${role}-${alert?.position ?? queue.nextPosition()}`}
          role={role}
          aria-atomic="false"
        >
          {alert && (
            <AlertItem
              alert={alert}
              queue={queue}
              onClose={(event) => focus.closeWith(event, () => queue.remove(alert.id))}
            />
          )}
        </div>
      ))}
    </section>
  );
}
