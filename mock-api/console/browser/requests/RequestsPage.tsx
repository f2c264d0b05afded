import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { type JournalFilter, meetsFilter, valuesOf } from '../../../journal/journalFilter.ts';
import { parseFilter } from '../../../journal/parseFilter.ts';
import { FilterField } from '../FilterField.tsx';
import { post } from '../fetchJson.ts';
import type { PageProps } from '../pageProps.ts';
import { ToolbarMenu } from '../ToolbarMenu.tsx';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestList } from './RequestList.tsx';

/** The conditions that are offered. */
const conditionNames = ['status', 'operation', 'key', 'scenario', 'violations'];

export function RequestsPage(page: PageProps) {
  const { data, entries, state, params, tester } = page;
  const all = entries ?? [];
  const text = params.get('text');
  const { filter, problem } = parseText(text);
  const shown = all.filter((entry) => meetsFilter(entry, filter));
  const selectedId = Number(params.get('entry'));

  return (
    <>
      <div className="toolbar">
        <FilterField
          params={params}
          placeholder={`Text, or ${conditionNames.map((name) => `${name}:`).join(' ')}`}
          completions={completeText(text, all)}
        />
        <output>
          {entries ? `${shown.length} of ${all.length}` : 'Connecting …'}
          {state.dropped > 0 && `, ${state.dropped} dropped`}
        </output>
        <ToolbarMenu>
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
        <p role="alert" className="mb-0 text-danger-emphasis">
          {problem}
        </p>
      </div>
      <div className={`requests-area ${selectedId ? 'with-details' : ''}`}>
        {shown.length > 0 && <RequestList {...page} shown={shown} selectedId={selectedId} />}
        {entries && shown.length === 0 && (
          <p className="text-center p-5 mb-0">
            {all.length === 0
              ? describeAbsence(page)
              : `None of the ${all.length} requests meets the filter.`}{' '}
            {all.length > 0 && <Link to={params.viewHref('requests')}>Remove the filter</Link>}{' '}
            {data.groups && <Link to={params.viewHref('scenarios')}>Open a scenario</Link>}
          </p>
        )}
        {entries && selectedId > 0 && <RequestDetails {...page} id={selectedId} />}
      </div>
    </>
  );
}

function parseText(text: string): { filter: JournalFilter; problem: string } {
  try {
    return { filter: parseFilter(text.trim() === '' ? {} : { text }), problem: '' };
  } catch (error) {
    return { filter: {}, problem: (error as Error).message };
  }
}

/** What a filter may become: a condition as its last word or, after the name of one, a value that requests have. */
function completeText(text: string, entries: readonly JournalEntry[]): string[] {
  const [, start = '', word = ''] = /^(.*\s)?(\S*)$/.exec(text) ?? [];
  const name = conditionNames.find((one) => word.startsWith(`${one}:`));
  if (name === undefined) return conditionNames.map((one) => `${start}${one}:`);
  const values = new Set(entries.flatMap((entry) => valuesOf(entry, name)));
  return [...values].sort().map((value) => `${start}${name}:${quote(value)}`);
}

function quote(value: string): string {
  return /\s/.test(value) ? `"${value}"` : value;
}

/** Why there are no requests, whatever the filter is. */
function describeAbsence({ state, tester }: PageProps): string {
  if (tester.isInvalid) return 'No requests, because the name is not valid.';
  if (tester.name !== '' && state.entries?.length) return `No request has the name ${tester.name}.`;
  return 'No requests yet. They appear here as they arrive.';
}

async function clear(shown: readonly JournalEntry[]) {
  const ids = shown.map(({ id }) => id);
  if (!confirm(`Remove the requests shown from the journal (${ids.length})?`)) return;
  await post('/mock/journal/clear', { ids });
}
