import { Button } from 'react-bootstrap';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { toHar } from '../export/toHar.ts';
import type { MockState } from '../mockConnection.ts';

interface RequestToolbarProps {
  all: readonly JournalEntry[];
  /** Those that meet the filters. */
  shown: readonly JournalEntry[];
  state: MockState;
  suffix: string;
  isFiltered: boolean;
  isPaused: boolean;
  onPause(isPaused: boolean): void;
}

/** The number of requests, and what can be done with them. */
export function RequestToolbar(props: RequestToolbarProps) {
  const { shown, suffix, isFiltered, isPaused, onPause } = props;
  return (
    <div className="d-flex flex-wrap align-items-center gap-2 my-3">
      <output className="me-auto">{describeCount(props)}</output>
      <a href={`/mock/journal/scenarios.yaml${suffix && `?suffix=${encodeURIComponent(suffix)}`}`}>
        {suffix === '' ? 'All' : `All of ${suffix}`} as scenarios
      </a>
      <Button
        size="sm"
        variant={isPaused ? 'primary' : 'outline-secondary'}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        size="sm"
        variant="outline-secondary"
        disabled={shown.length === 0}
        onClick={() => saveAsHar(shown)}
      >
        Export as HAR
      </Button>
      <Button
        size="sm"
        variant="outline-danger"
        disabled={shown.length === 0}
        onClick={async () => {
          if (await clear(shown, isFiltered)) onPause(false);
        }}
      >
        {isFiltered ? 'Clear these requests' : 'Clear the journal'}
      </Button>
    </div>
  );
}

function describeCount({ all, shown, state, isPaused }: RequestToolbarProps): string {
  const { entries, dropped } = state;
  if (!entries) return 'Connecting …';
  if (entries.length === 0) return 'No requests yet.';
  const total = `${all.length} ${all.length === 1 ? 'request' : 'requests'}`;
  const count = shown.length === all.length ? total : `${shown.length} of ${total}`;
  const newest = all[0]?.id ?? 0;
  const missed = isPaused ? entries.filter(({ id }) => id > newest).length : 0;
  return [
    `${count}.`,
    ...(dropped > 0 ? [`${dropped} older ones were dropped.`] : []),
    ...(isPaused ? [`Paused: ${missed} newer.`] : []),
  ].join(' ');
}

/** Asks, and returns whether the requests were removed. */
async function clear(shown: readonly JournalEntry[], isFiltered: boolean): Promise<boolean> {
  const ids = shown.map(({ id }) => id);
  const requests = ids.length === 1 ? '1 request' : `${ids.length} requests`;
  const question = isFiltered
    ? `Remove the ${requests} shown from the journal?`
    : `Remove all ${requests} from the journal?`;
  if (!confirm(question)) return false;
  const response = await fetch('/mock/journal/clear', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
  return response.ok;
}

function saveAsHar(shown: readonly JournalEntry[]) {
  const har = JSON.stringify(toHar(shown, location.origin), null, 2);
  const url = URL.createObjectURL(new Blob([har], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'requests.har' });
  link.click();
  // The browser has read the URL when the task ends.
  setTimeout(() => URL.revokeObjectURL(url));
}
