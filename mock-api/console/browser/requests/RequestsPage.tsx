import { useMemo, useRef, useState } from 'react';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import type { PageProps } from '../pageProps.ts';
import { useShortcuts } from '../useShortcuts.ts';
import { MissingEntry, RequestDetails } from './RequestDetails.tsx';
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
  const selected = all.find(({ id }) => id === selectedId);

  const close = () => params.replace({ entry: '' });
  function step(by: 1 | -1) {
    const index = shown.findIndex(({ id }) => id === selectedId);
    const next = shown[index < 0 ? 0 : index + by];
    if (next) params.replace({ entry: String(next.id) });
  }
  useShortcuts({
    '/': () => search.current?.focus(),
    j: () => step(1),
    k: () => step(-1),
    Escape: close,
  });

  return (
    <div className={selectedId === undefined ? 'requests' : 'requests with-details'}>
      <div>
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
        <RequestList
          entries={shown}
          selectedId={selectedId}
          linkTo={(id) => params.href({ entry: String(id) })}
          onStep={step}
        />
      </div>
      {selected && (
        <RequestDetails
          key={selected.id}
          entry={selected}
          canReplay={data.groups !== undefined}
          contractLink={(line) => params.href({ view: 'contract', line: String(line) })}
          onClose={close}
        />
      )}
      {selectedId !== undefined && !selected && state.entries && (
        <MissingEntry id={selectedId} onClose={close} />
      )}
    </div>
  );
}
