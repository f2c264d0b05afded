import type { AlertMessage, AlertType } from '../platform/alertQueue.ts';
import { useStore } from '../platform/store.ts';
import { useServices } from '../services.ts';
import { AlertItem } from './AlertItem.tsx';

const urgency = {
  success: 'polite',
  info: 'polite',
  warning: 'assertive',
  error: 'assertive',
} as const satisfies Record<AlertType, 'polite' | 'assertive'>;

/** The global alerts. Both live regions are there from the start, or their first alert would go unheard. */
export function AlertStack() {
  const { alerts } = useServices();
  const list = useStore(alerts);
  const itemsOf = (level: 'polite' | 'assertive') =>
    list.filter(({ type }) => urgency[type] === level).map(toItem);

  return (
    <section className="alert-stack" aria-label="Notifications">
      <div role="status" aria-atomic="false">
        {itemsOf('polite')}
      </div>
      <div role="alert" aria-atomic="false">
        {itemsOf('assertive')}
      </div>
    </section>
  );
}

function toItem(alert: AlertMessage) {
  return <AlertItem key={alert.id} alert={alert} />;
}
