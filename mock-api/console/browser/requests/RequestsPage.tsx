import { useMemo, useState } from 'react';
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
import { entriesOf } from '../tester.ts';
import { useShortcuts } from '../useShortcuts.ts';
import { detailsTabs, RequestDetails } from './RequestDetails.tsx';
import { RequestList } from './RequestList.tsx';
import { RequestToolbar } from './RequestToolbar.tsx';

const none: readonly JournalEntry[] = [];

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

export function RequestsPage(props: PageProps) {
  const { data, state, params, tester } = props;
  const [paused, setPaused] = useState<readonly JournalEntry[]>();
  const all = paused ?? state.entries ?? none;
  const own = useMemo(() => entriesOf(tester.name, all), [all, tester.name]);
  const query = JSON.stringify(params.filters);
  const shown = useMemo(() => requestFilter.select(own, JSON.parse(query)), [own, query]);
  const selectedId = Number(params.get('entry')) || undefined;

  const index = shown.findIndex(({ id }) => id === selectedId);
  const step = (by: 1 | -1) => {
    const next = shown[index < 0 ? 0 : index + by];
    if (next) params.replace({ entry: String(next.id) });
  };
  const close = () => params.replace({ entry: '' });
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Escape: close,
    ...Object.fromEntries(detailsTabs.map((tab, i) => [i + 1, () => params.replace({ tab })])),
  });

  return (
    <>
      <div className="toolbar">
        <FilterBar
          view="requests"
          filter={requestFilter}
          params={params}
          problems={parseFilter(params.filters).problems}
          items={own}
        />
        <RequestToolbar
          all={all}
          shown={shown}
          state={state}
          tester={tester}
          isPaused={paused !== undefined}
          onPause={(isPaused) => setPaused(isPaused ? state.entries : undefined)}
        />
      </div>
      <div className={`requests-area ${selectedId === undefined ? '' : 'with-details'}`}>
        {shown.length > 0 && (
          <RequestList
            entries={shown}
            selectedId={selectedId}
            tester={tester.name}
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
            onClose={close}
          />
        )}
      </div>
    </>
  );
}

/** What to do when no request is listed. */
function NoRequests({ total, data, params, tester }: PageProps & { total: number }) {
  return (
    <p className="text-center p-5 mb-0">
      {total === 0
        ? 'No requests yet. They appear here as they arrive.'
        : `None of the ${total} requests meets the filters${tester.name && ` and has the name “${tester.name}”`}.`}{' '}
      {total > 0 && Object.keys(params.filters).length > 0 && (
        <Link to={params.viewHref('requests')}>Remove the filters</Link>
      )}{' '}
      {data.groups && <Link to={params.viewHref('scenarios')}>Open a scenario</Link>}
    </p>
  );
}
