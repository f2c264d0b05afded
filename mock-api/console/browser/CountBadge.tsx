import type { ReactNode } from 'react';
import { Badge } from 'react-bootstrap';

export function CountBadge({ children }: { children: ReactNode }) {
  return (
    <Badge bg="secondary-subtle" text="secondary-emphasis">
      {children}
    </Badge>
  );
}
