import { Button } from 'react-bootstrap';
import type { ConsoleParams } from '../useConsoleParams.ts';

export function RemoveFilters({ params }: { params: ConsoleParams }) {
  const none = Object.keys(params.filters).map((name) => [name, '']);
  if (none.length === 0) return null;
  return (
    <Button variant="outline-secondary" onClick={() => params.replace(Object.fromEntries(none))}>
      Remove the filters
    </Button>
  );
}
