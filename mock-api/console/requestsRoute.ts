import type { RequestHandler } from 'express';
import { CheckError } from '../checks/CheckError.ts';
import { parseName } from '../checks/parseCheck.ts';
import { requirePossible } from '../checks/requirePossible.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { isMatch } from '../journal/requestPattern.ts';
import type { MockOptions } from '../mockOptions.ts';
import type { RequestRow, RequestsData } from './consoleData.ts';
import { parseFilterText } from './parseFilterText.ts';

/** The limit on the requests that the console lists, because rendering takes time for each. */
const maxRows = 500;

/** A counter of the changes of the journal and of the files. */
class ChangeCounter {
  count = 0;
  readonly increment = () => {
    this.count += 1;
  };
}

/**
 * Creates the route of the requests that match a filter. The console polls it, because an open stream for each tab
 * would use up the few connections that a browser opens to a host.
 */
export function createRequestsRoute(options: MockOptions): RequestHandler {
  const { journal, files, state } = options;
  const changes = new ChangeCounter();
  journal.onChange(changes.increment);
  files.onReload(changes.increment);

  return ({ query: { version: known, entry, text, ...query } }, res) => {
    const version = `${journal.run}/${changes.count}/${state.added.setCount()}`;
    if (known === version) return void res.status(204).end();

    const name = parseName(query);
    const own = journal.list({ name });
    const { entries, ...problem } = select(own, `${text ?? ''}`, name, options);
    const id = Number(entry) || 0;
    res.json({
      ...problem,
      version,
      rows: entries.slice(-maxRows).reverse().map(toRow),
      ids: entries.map((one) => one.id),
      total: own.length,
      selected: { id, entry: journal.get(id) },
      dropped: journal.dropped(),
      problems: files.problems(),
    } satisfies RequestsData);
  };
}

/** Returns the entries that match the filter or, if it is invalid, all entries and the problem. */
function select(
  own: readonly JournalEntry[],
  text: string,
  name: string | undefined,
  options: MockOptions,
): { entries: readonly JournalEntry[]; filterProblem?: string } {
  try {
    const pattern = parseFilterText(text);
    requirePossible(pattern, { name, acceptsUnknown: true }, options);
    return { entries: own.filter((entry) => isMatch(entry, pattern)) };
  } catch (error) {
    if (!(error instanceof CheckError)) throw error;
    return { entries: own, filterProblem: error.message };
  }
}

function toRow(entry: JournalEntry): RequestRow {
  const { requestHeaders, responseHeaders, body, responseBody, ...row } = entry;
  return row;
}
