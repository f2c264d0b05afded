import { Icon } from '../layout/Icon.tsx';
import type { AlertType } from './AlertQueue.ts';

const circle = 'M10 1a9 9 0 0 1 0 18a9 9 0 0 1 0-18z';
const triangle = 'M10 1.5L19 18H1z';

/** The SVG paths of the icons, of different shapes, so that a type is recognizable without its colour. */
const paths: Readonly<Record<AlertType, string>> = {
  success: `${circle}M6 10.5l3 3 5-6.5`,
  error: `${circle}M7 7l6 6M13 7l-6 6`,
  warning: `${triangle}M10 7v5.5M10 14v2`,
  info: `${circle}M10 5v1.5M10 8.5v6`,
};

export function StatusIcon({ type }: { type: AlertType }) {
  return (
    <Icon
      className="status-icon"
      data-type={type}
      viewBox="0 0 20 20"
      path={paths[type]}
      strokeLinejoin="round"
    />
  );
}
