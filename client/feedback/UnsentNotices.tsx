import { Button } from 'react-bootstrap';
import { unsentNotices } from '../messages.ts';
import type { UnsentMessage } from './messageState.ts';

export interface UnsentNoticesProps {
  unsent: readonly UnsentMessage[];
  isDisabled: boolean;
  onRestore(id: string): void;
  onDiscard(id: string): void;
}

/** Notices about messages that may not have been delivered, with buttons to restore or discard each. */
export function UnsentNotices({ unsent, isDisabled, onRestore, onDiscard }: UnsentNoticesProps) {
  return (
    <div role="status">
      {unsent.map(({ id, status, fields }) =>
        status === 'sending' ? undefined : (
          <div key={id} className="unsent-notice">
            <p className="fw-bold mb-1">{unsentNotices[status]}</p>
            <p className="unsent-text">{fields.subject || fields.message}</p>
            <div className="d-flex flex-wrap gap-2">
              <Button size="sm" disabled={isDisabled} onClick={() => onRestore(id)}>
                Restore
              </Button>
              <Button
                size="sm"
                variant="outline-primary"
                disabled={isDisabled}
                onClick={() => onDiscard(id)}
              >
                Discard
              </Button>
            </div>
          </div>
        ),
      )}
    </div>
  );
}
