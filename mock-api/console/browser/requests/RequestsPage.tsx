import { useMemo, useRef, useState } from 'react';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import type { PageProps } from '../pageProps.ts';
import { useShortcuts } from '../useShortcuts.ts';
import { detailsTabs, RequestDetails } from './RequestDetails.tsx';
import { RequestFilterForm } from './RequestFilterForm.tsx';
import { RequestList } from './RequestList.tsx';
import { RequestToolbar } from './RequestToolbar.tsx';
import { filterEntries, isFiltered, readFilters } from './requestFilters.ts';

const none: readonly JournalEntry[] = [];

export function RequestsPage({ data, state, params, suffix }: PageProps) {
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
      <RequestFilterForm params={params} operations={data.operations} search={search} />
      <RequestToolbar
        all={all}
        shown={shown}
        state={state}
        suffix={suffix.value}
        isFiltered={isFiltered(filters)}
        isPaused={paused !== undefined}
        onPause={(isPaused) => setPaused(isPaused ? state.entries : undefined)}
      />
      <div className={selectedId === undefined ? 'requests' : 'requests with-details'}>
        <RequestList
          entries={shown}
          selectedId={selectedId}
          suffix={suffix.value}
          // Without the tab, which may change without rendering all rows again.
          linkTo={(id) => params.href({ entry: String(id), tab: '' })}
          onSelect={(id) => params.push({ entry: String(id) })}
          onStep={step}
        />
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
