import { useRef } from 'react';
import { useStore } from '../store.ts';
import { AlertItem } from './AlertItem.tsx';
import type { AlertQueue, AlertType } from './alertQueue.ts';
import { useFocusAfterClose } from './useFocusAfterClose.ts';
import { useStackSpace } from './useStackSpace.ts';

/** The live region of an alert: `status` is announced politely, `alert` assertively. */
const roles: Readonly<Record<AlertType, string>> = {
  success: 'status',
  info: 'status',
  warning: 'alert',
  error: 'alert',
};

/**
 * The global alerts, in the order in which they came. Content is only announced reliably in a `status` region
 * that was there before it, so an empty one for the next alert always follows the last. An `alert` region is
 * announced when it is inserted.
 */
export function AlertStack({ queue }: { queue: AlertQueue }) {
  const alerts = useStore(queue);
  const stack = useRef<HTMLElement>(null);
  const focus = useFocusAfterClose(stack);
  useStackSpace(stack, queue.nextPosition());

  return (
    <section
      className="alert-stack"
      aria-label="Notifications"
      ref={stack}
      onFocus={focus.onFocus}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') [...currentTarget.querySelectorAll('button')].at(-1)?.click();
      }}
    >
      {[...alerts, undefined].map((alert) => {
        const role = alert ? roles[alert.type] : 'status';
        return (
          <AlertItem
            // A polite alert gets the element of the empty region.
            key={`${role}-${alert?.position ?? queue.nextPosition()}`}
            alert={alert}
            role={role}
            queue={queue}
            onClose={(event) => alert && focus.closeWith(event, () => queue.remove(alert.id))}
          />
        );
      })}
    </section>
  );
}
