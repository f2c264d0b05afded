import { type ReactNode, useId } from 'react';
import { Button } from 'react-bootstrap';

/** Actions of a view. Where the screen is narrow, they are a menu at its lower edge. */
export function ToolbarMenu({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Button variant="outline-secondary" className="more" popoverTarget={id} aria-label="More">
        …
      </Button>
      <div id={id} popover="auto" className="toolbar-menu">
        {children}
      </div>
    </>
  );
}
