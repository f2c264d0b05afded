import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import {
  journalLanguage,
  meetsFilter,
  parseFilter,
  valuesOf,
} from '../../../journal/journalFilter.ts';
import { FilterBar, type ItemFilter } from '../filter/FilterBar.tsx';
import type { PageProps } from '../pageProps.ts';
import { ToolbarMenu } from '../ToolbarMenu.tsx';
import { useShortcuts } from '../useShortcuts.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestList } from './RequestList.tsx';

/** That of the journal, without the conditions that are invalid. */
const requestFilter: ItemFilter<JournalEntry> = {
  ...journalLanguage,
  names: ['status', 'operation', 'key', 'scenario', 'violations'],
  valuesOf,
  select(entries, query) {
    const { filter } = parseFilter(query);
    return entries.filter((entry) => meetsFilter(entry, filter));
  },
};

export function RequestsPage(page: PageProps) {
  const { data, entries, state, params, tester } = page;
  /** While the list is paused, the id of its newest request. */
  const [lastId, setLastId] = useState(Infinity);
  const all = (entries ?? []).filter(({ id }) => id <= lastId);
  const isPaused = lastId < Infinity;
  const shown = requestFilter.select(all, params.filters);
  const selectedId = Number(params.get('entry'));

  const step = (by: 1 | -1) => {
    const index = shown.findIndex(({ id }) => id === selectedId);
    const next = shown[index < 0 ? 0 : index + by];
    if (next) params.replace({ entry: String(next.id) });
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Escape: () => params.replace({ entry: '' }),
  });

  return (
    <>
      <div className="toolbar">
        <FilterBar
          filter={requestFilter}
          params={params}
          problems={parseFilter(params.filters).problems}
          items={all}
        />
        <output>
          {entries ? `${shown.length} of ${all.length}` : 'Connecting …'}
          {state.dropped > 0 && `, ${state.dropped} dropped`}
          {entries && isPaused && `, ${entries.length - all.length} newer`}
        </output>
        <ToolbarMenu>
          <Button
            variant={isPaused ? 'primary' : 'outline-secondary'}
            className={isPaused ? '' : 'pause'}
            onClick={() => setLastId(isPaused ? Infinity : (all[0]?.id ?? 0))}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <a
            className="btn btn-outline-secondary"
            href={`/mock/journal/scenarios.yaml${tester.query}`}
          >
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
        </ToolbarMenu>
      </div>
      <div className={`requests-area ${selectedId ? 'with-details' : ''}`}>
        {shown.length > 0 && <RequestList {...page} shown={shown} selectedId={selectedId} />}
        {entries && shown.length === 0 && (
          <p className="text-center p-5 mb-0">
            {all.length === 0
              ? describeAbsence(page)
              : `None of the ${all.length} requests meets the filters.`}{' '}
            {all.length > 0 && <Link to={params.viewHref('requests')}>Remove the filters</Link>}{' '}
            {data.groups && <Link to={params.viewHref('scenarios')}>Open a scenario</Link>}
          </p>
        )}
        {entries && selectedId > 0 && <RequestDetails {...page} id={selectedId} />}
      </div>
    </>
  );
}

/** Why there are no requests, whatever the filters are. */
function describeAbsence({ state, tester }: PageProps): string {
  if (tester.isInvalid) return 'No requests, because the name is not valid.';
  if (tester.name !== '' && state.entries?.length) return `No request has the name ${tester.name}.`;
  return 'No requests yet. They appear here as they arrive.';
}

async function clear(shown: readonly JournalEntry[]) {
  const ids = shown.map(({ id }) => id);
  if (!confirm(`Remove the requests shown from the journal (${ids.length})?`)) return;
  await fetch('/mock/journal/clear', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids }),
  });
}
