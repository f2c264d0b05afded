import { Button } from 'react-bootstrap';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import type { Tester } from '../tester.ts';
import type { MockState } from '../useMockState.ts';

interface RequestToolbarProps {
  all: readonly JournalEntry[];
  /** Those that meet the filters. */
  shown: readonly JournalEntry[];
  state: MockState;
  tester: Tester;
  isPaused: boolean;
  onPause(isPaused: boolean): void;
}

/** The number of requests, and what can be done with them. */
export function RequestToolbar(props: RequestToolbarProps) {
  const { all, shown, tester, isPaused, onPause } = props;
  return (
    <div className="d-flex flex-wrap align-items-center gap-2">
      <output className="me-auto">{describeCount(props)}</output>
      <a href={`/mock/journal/scenarios.yaml${tester.query}`}>
        {tester.name === '' ? 'All' : `All of ${tester.name}`} as scenarios
      </a>
      <Button
        variant={isPaused ? 'primary' : 'outline-secondary'}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        variant="outline-secondary"
        className="text-danger-emphasis"
        disabled={shown.length === 0}
        onClick={async () => {
          if (await clear(shown)) onPause(false);
        }}
      >
        Clear {shown.length === all.length ? 'all' : shown.length}
      </Button>
    </div>
  );
}

function describeCount({ all, shown, state, isPaused }: RequestToolbarProps): string {
  const { entries, dropped } = state;
  if (!entries) return 'Connecting …';
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
async function clear(shown: readonly JournalEntry[]): Promise<boolean> {
  const ids = shown.map(({ id }) => id);
  const requests = ids.length === 1 ? '1 request' : `${ids.length} requests`;
  if (!confirm(`Remove the ${requests} shown from the journal?`)) return false;
  const response = await fetch('/mock/journal/clear', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
  return response.ok;
}
