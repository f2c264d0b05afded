import { useMemo, useRef, useState } from 'react';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import type { PageProps } from '../pageProps.ts';
import { useShortcuts } from '../useShortcuts.ts';
import { FilterBar } from './FilterBar.tsx';
import { detailsTabs, RequestDetails } from './RequestDetails.tsx';
import { RequestList } from './RequestList.tsx';
import { RequestToolbar } from './RequestToolbar.tsx';
import { filterEntries, isFiltered, readFilters } from './requestFilters.ts';

const none: readonly JournalEntry[] = [];

export function RequestsPage(props: PageProps) {
  const { data, state, params, suffix } = props;
  const search = useRef<HTMLInputElement>(null);
  const [paused, setPaused] = useState<readonly JournalEntry[]>();
  const all = paused ?? state.entries ?? none;
  const filters = readFilters(params, suffix.value);
  const filterKey = JSON.stringify(filters);
  const shown = useMemo(() => filterEntries(all, JSON.parse(filterKey)), [all, filterKey]);
  const selectedId = Number(params.get('entry')) || undefined;

  const index = shown.findIndex(({ id }) => id === selectedId);
  const neighbour = (by: 1 | -1) => shown[index < 0 ? 0 : index + by]?.id;
  const step = (by: 1 | -1) => {
    const id = neighbour(by);
    if (id !== undefined) params.replace({ entry: String(id) });
  };
  const close = () => params.replace({ entry: '' });
  useShortcuts({
    '/': () => search.current?.focus(),
    j: () => step(1),
    k: () => step(-1),
    Escape: close,
    ...Object.fromEntries(detailsTabs.map((tab, i) => [i + 1, () => params.replace({ tab })])),
  });

  return (
    <>
      <div className="d-flex flex-wrap gap-2 mb-2">
        <FilterBar params={params} filters={filters} entries={all} field={search} />
        <RequestToolbar
          all={all}
          shown={shown}
          state={state}
          suffix={suffix.value}
          isPaused={paused !== undefined}
          onPause={(isPaused) => setPaused(isPaused ? state.entries : undefined)}
        />
      </div>
      <div className={selectedId === undefined ? '' : 'with-details gap-2'}>
        {shown.length > 0 && (
          <RequestList
            entries={shown}
            selectedId={selectedId}
            suffix={suffix.value}
            // Without the tab, which may change without rendering all rows again.
            linkTo={(id) => params.href({ entry: String(id), tab: '' })}
            onSelect={(id) => params.push({ entry: String(id) })}
            onStep={step}
          />
        )}
        {state.entries && shown.length === 0 && <NoRequests total={all.length} {...props} />}
        {selectedId !== undefined && state.entries && (
          <RequestDetails
            id={selectedId}
            entry={all.find(({ id }) => id === selectedId)}
            canReplay={data.groups !== undefined}
            params={params}
            hasNeighbour={(by) => neighbour(by) !== undefined}
            onStep={step}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}

/** What to do when no request is listed. */
function NoRequests({ total, data, params, suffix }: PageProps & { total: number }) {
  if (total === 0) {
    return (
      <p className="border rounded text-center p-5">
        No requests yet. They appear here as they arrive.{' '}
        {data.groups && <Link to={params.href({ view: 'scenarios' })}>Open a scenario</Link>}
      </p>
    );
  }
  const { suffix: _, ...filters } = readFilters(params, '');
  const none = Object.fromEntries(Object.keys(filters).map((name) => [name, '']));
  return (
    <p className="border rounded text-center p-5">
      None of the {total} requests meets the filters
      {suffix.value && ` and has the suffix “${suffix.value}”`}.{' '}
      {isFiltered(filters) && (
        <Button variant="outline-secondary" onClick={() => params.replace(none)}>
          Remove the filters
        </Button>
      )}
    </p>
  );
}
