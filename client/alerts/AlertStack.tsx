import { useStore } from '../store.ts';
import { AlertItem } from './AlertItem.tsx';
import type { AlertQueue, AlertType } from './alertQueue.ts';

type Politeness = 'polite' | 'assertive';

const politenessByType: Readonly<Record<AlertType, Politeness>> = {
  success: 'polite',
  info: 'polite',
  warning: 'assertive',
  error: 'assertive',
};

/**
 * The global alerts. Both live regions are always rendered: the first alert of a new region is not
 * announced.
 */
export function AlertStack({ queue }: { queue: AlertQueue }) {
  const alerts = useStore(queue);
  const renderAlerts = (politeness: Politeness) =>
    alerts
      .filter(({ type }) => politenessByType[type] === politeness)
      .map((alert) => <AlertItem key={alert.id} alert={alert} queue={queue} />);

  return (
    <section className="alert-stack" aria-label="Notifications">
      <div role="status" aria-atomic="false">
        {renderAlerts('polite')}
      </div>
      <div role="alert" aria-atomic="false">
        {renderAlerts('assertive')}
      </div>
    </section>
  );
}
