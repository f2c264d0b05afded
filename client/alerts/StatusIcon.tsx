import type { AlertType } from './alertQueue.ts';

/** SVG paths inside a circle; a type is recognizable without its colour. */
const paths: Readonly<Record<AlertType, string>> = {
  success: 'M6 10.5l3 3 5-6.5',
  error: 'M7 7l6 6M13 7l-6 6',
  warning: 'M10 5.5v6M10 13.5v1.5',
  info: 'M10 5v1.5M10 8.5v6',
};

export function StatusIcon({ type }: { type: AlertType }) {
  return (
    <svg
      className="status-icon"
      data-type={type}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="9" />
      <path d={paths[type]} />
    </svg>
  );
}
