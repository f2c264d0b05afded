import { Badge } from 'react-bootstrap';

export function ViolationBadge({ count }: { count: number }) {
  return (
    <Badge bg="danger-subtle" text="danger-emphasis" data-symbol="⚠">
      {count}
      <span className="visually-hidden">{count === 1 ? ' violation' : ' violations'}</span>
    </Badge>
  );
}
