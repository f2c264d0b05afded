import { type KeyboardEvent, useRef } from 'react';
import { Icon } from '../layout/Icon.tsx';
import { useStore } from '../store.ts';
import type { AlertQueue, AlertType } from './alertQueue.ts';
import { StatusIcon } from './StatusIcon.tsx';
import { useStackSpace } from './useStackSpace.ts';

/** The live region of an alert: `status` is announced politely, `alert` assertively. */
const roles: Readonly<Record<AlertType, string>> = {
  success: 'status',
  info: 'status',
  warning: 'alert',
  error: 'alert',
};

/**
 * The global alerts, in the order in which they came. An alert holds the queue while the focus is inside it, and
 * from the first movement of the pointer over it until the pointer leaves.
 *
 * Content is only announced reliably in a `status` region that was there before it, so an empty one for the next
 * alert always follows the last. An `alert` region is announced when it is inserted.
 */
export function AlertStack({ queue }: { queue: AlertQueue }) {
  const alerts = useStore(queue);
  const stack = useRef<HTMLElement>(null);
  useStackSpace(stack, queue.nextPosition());

  /** Keeps a focus that is in the stack there, as long as there is another alert. */
  function close(id: string, closeButton: HTMLElement) {
    const isFocusInside = stack.current?.contains(document.activeElement);
    const buttons = [...(stack.current?.querySelectorAll('button') ?? [])];
    const other = buttons.findLast((button) => button !== closeButton);
    queue.remove(id);
    // The page stays where it is: the heading may be far above.
    if (isFocusInside) (other ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }

  function closeNewest({ key }: KeyboardEvent<HTMLElement>) {
    const newest = alerts.at(-1);
    const buttons = stack.current?.querySelectorAll('button') ?? [];
    const closeButton = [...buttons].at(-1);
    if (key === 'Escape' && newest && closeButton) close(newest.id, closeButton);
  }

  return (
    <section className="alert-stack" aria-label="Notifications" ref={stack} onKeyDown={closeNewest}>
      {[...alerts, undefined].map((alert) => {
        const role = alert ? roles[alert.type] : 'status';
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: reading the alert is no interaction
          <div
            // A polite alert gets the element of the empty region.
            key={`${role}-${alert?.position ?? queue.nextPosition()}`}
            className={alert && 'alert'}
            // Not pointerenter, which also fires when the alert appears under a resting pointer.
            onPointerMove={() => queue.hold('pointer')}
            onPointerLeave={() => queue.release('pointer')}
            onFocus={() => queue.hold('focus')}
            onBlur={() => queue.release('focus')}
          >
            {alert && <StatusIcon type={alert.type} />}
            <div className="alert-text" role={role} dir="auto" ref={makeScrollable}>
              {alert?.text}
            </div>
            {alert && (
              <button
                type="button"
                className="alert-close"
                // The text can be a whole response.
                aria-label={`Close alert: ${alert.text.slice(0, 100)}`}
                // A pointer leaves the focus in the field in which a person writes.
                onMouseDown={(event) => event.preventDefault()}
                onClick={({ currentTarget }) => close(alert.id, currentTarget)}
              >
                <Icon viewBox="0 0 16 16" path="M2 2l12 12M14 2L2 14" />
              </button>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** A text that scrolls, such as a whole response, can be reached by the keyboard. */
function makeScrollable(text: HTMLElement | null): void {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0;
}
