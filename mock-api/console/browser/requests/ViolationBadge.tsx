import { Badge } from 'react-bootstrap';

export function ViolationBadge({ count, className = '' }: { count: number; className?: string }) {
  return (
    <Badge bg="danger-subtle" text="danger-emphasis" className={className} data-symbol="⚠">
      {count}
      <span className="visually-hidden">{count === 1 ? ' violation' : ' violations'}</span>
    </Badge>
  );
}
