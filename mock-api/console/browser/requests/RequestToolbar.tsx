import { Button } from 'react-bootstrap';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import type { PageProps } from '../pageProps.ts';

interface RequestToolbarProps extends PageProps {
  all: readonly JournalEntry[];
  /** Those that meet the filters. */
  shown: readonly JournalEntry[];
  isPaused: boolean;
  onPause(isPaused: boolean): void;
}

/** The number of requests, and what can be done with them. */
export function RequestToolbar(props: RequestToolbarProps) {
  const { all, shown, isPaused, onPause, entries, state, tester } = props;
  return (
    <div className="d-flex flex-wrap align-items-center gap-2">
      <output className="me-auto">
        {entries ? `${shown.length} of ${all.length}` : 'Connecting …'}
        {state.dropped > 0 && `, ${state.dropped} dropped`}
        {entries && isPaused && `, ${entries.length - all.length} newer`}
      </output>
      <Button
        variant={isPaused ? 'primary' : 'outline-secondary'}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <a className="btn btn-outline-secondary" href={`/mock/journal/scenarios.yaml${tester.query}`}>
        Export
      </a>
      <Button
        variant="outline-secondary"
        className="text-danger-emphasis"
        disabled={shown.length === 0}
        onClick={() => clear(shown)}
      >
        Clear {shown.length}
      </Button>
    </div>
  );
}

async function clear(shown: readonly JournalEntry[]) {
  const ids = shown.map(({ id }) => id);
  const requests = ids.length === 1 ? '1 request' : `${ids.length} requests`;
  if (!confirm(`Remove the ${requests} shown from the journal?`)) return;
  await fetch('/mock/journal/clear', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
}
