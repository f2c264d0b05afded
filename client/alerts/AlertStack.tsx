import { type KeyboardEvent, useRef } from 'react';
import { CloseButton } from '../layout/CloseButton.tsx';
import { focusElement } from '../layout/moveFocus.ts';
import { alertWords, labels } from '../messages.ts';
import { useStore } from '../store.ts';
import type { AlertMessage, AlertQueue, AlertType } from './AlertQueue.ts';
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
 * The global alerts, in the order in which they came.
 *
 * Content is only announced reliably in a `status` region that was there before it, so an empty one for the next
 * alert always follows the last. An `alert` region is announced when it is inserted.
 */
export function AlertStack({ queue }: { queue: AlertQueue }) {
  const alerts = useStore(queue);
  const stack = useRef<HTMLElement>(null);
  useStackSpace(stack, queue.nextPosition);

  function findButtons() {
    return [...(stack.current?.querySelectorAll('button') ?? [])];
  }

  /** Closes an alert. If the focus was in the stack, it moves to another alert, or else to the heading of the page. */
  function close(id: string, closeButton: HTMLElement) {
    const isFocusInside = stack.current?.contains(document.activeElement);
    const other = findButtons().findLast((button) => button !== closeButton);
    queue.remove(id);
    // Without scrolling: the heading may be far above.
    if (isFocusInside) focusElement(other ?? document.querySelector('h1'), { preventScroll: true });
  }

  /**
   * Closes an alert on Escape: the one that has the focus, or the newest if the focus is on the stack itself, which
   * Firefox makes focusable when its content scrolls.
   */
  function closeFocused({ key, repeat, target }: KeyboardEvent<HTMLElement>) {
    if (key !== 'Escape' || repeat) return;

    const focused = (target as HTMLElement).closest('.alert')?.querySelector('button');
    const closeButton = focused ?? findButtons().at(-1);
    closeButton?.click();
  }

  const regions = [
    ...alerts.map((alert) => ({ alert, role: roles[alert.type], position: alert.position })),
    { alert: undefined, role: 'status', position: queue.nextPosition },
  ];
  return (
    <section
      className="alert-stack"
      aria-label={labels.notifications}
      ref={stack}
      onKeyDown={closeFocused}
    >
      {regions.map(({ alert, role, position }) => (
        // A polite alert gets the element of the empty region.
        <AlertRegion
          key={`${role}-${position}`}
          alert={alert}
          role={role}
          queue={queue}
          close={close}
        />
      ))}
    </section>
  );
}

interface AlertRegionProps {
  /** The alert. Undefined in the empty region, which waits for the next one. */
  alert: AlertMessage | undefined;
  role: string;
  queue: AlertQueue;
  close: (id: string, closeButton: HTMLElement) => void;
}

/**
 * The region of one alert. No alert is dismissed while the focus is inside the region, or from the first movement of
 * the pointer over it until the pointer leaves.
 */
function AlertRegion({ alert, role, queue, close }: AlertRegionProps) {
  if (!alert) {
    return (
      <div>
        <div key="text" className="alert-text" role={role} dir="auto" />
      </div>
    );
  }

  const { id, type, text } = alert;
  const word = alertWords[type];
  const beginsWithWord = text.toLowerCase().startsWith(word.toLowerCase());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading the alert is no interaction
    <div
      className="alert"
      data-type={type}
      // Not pointerenter, which also fires when the alert appears under a resting pointer.
      onPointerMove={() => queue.hold('pointer', id)}
      onPointerLeave={() => queue.release('pointer', id)}
      onFocus={() => queue.hold('focus', id)}
      onBlur={() => queue.release('focus', id)}
    >
      <StatusIcon type={type} />
      {/* By its key, it is the element of the empty region. */}
      <div key="text" className="alert-text" role={role} dir="auto" ref={makeScrollable}>
        {!beginsWithWord && <span role="img" aria-label={word} />}
        {text}
      </div>
      <CloseButton
        aria-label={labels.closeAlert(text)}
        // Keeps the focus in the field in which the subscriber writes.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => close(id, currentTarget)}
      />
    </div>
  );
}

/** Makes a text that scrolls, such as a whole response, reachable by the keyboard. */
function makeScrollable(text: HTMLElement | null): void {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0;
}
