import type { MouseEvent } from 'react';
import { Alert } from 'react-bootstrap';
import type { AlertMessage, AlertType } from '../platform/alertQueue.ts';
import { useServices } from '../services.ts';

const variants = {
  success: 'success',
  error: 'danger',
  warning: 'warning',
  info: 'info',
} as const satisfies Record<AlertType, string>;

const closeButton = '.alert-stack .btn-close';

/** One alert. It stays while the pointer or the focus is on it. */
export function AlertItem({ alert }: { alert: AlertMessage }) {
  const { alerts } = useServices();

  function close(event: MouseEvent) {
    const byKeyboard = event.detail === 0;
    const others = [...document.querySelectorAll<HTMLElement>(closeButton)].filter(
      (button) => button !== event.currentTarget,
    );
    alerts.remove(alert.id);
    if (byKeyboard) (others.at(-1) ?? document.querySelector('h1'))?.focus();
  }

  return (
    <Alert
      // The live region around it announces it; Bootstrap's own role would announce it twice.
      role="group"
      transition={false}
      variant={variants[alert.type]}
      dismissible
      onClose={(_, event) => close(event)}
      onPointerEnter={() => alerts.hold('pointer')}
      onPointerLeave={() => alerts.release('pointer')}
      onFocus={() => alerts.hold('focus')}
      onBlur={() => alerts.release('focus')}
    >
      <div className="alert-text">{alert.text}</div>
    </Alert>
  );
}
