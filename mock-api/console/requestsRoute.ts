import type { RequestHandler } from 'express';
import { CheckError } from '../checks/CheckError.ts';
import { parseName } from '../checks/parseCheck.ts';
import { requirePossible } from '../checks/requirePossible.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { isMatch } from '../journal/requestPattern.ts';
import type { MockOptions } from '../mockOptions.ts';
import type { RequestRow, RequestsData } from './consoleData.ts';
import { parseFilterText } from './parseFilterText.ts';

/** Rendering takes time for each row, and a journal may have thousands. */
const maxRows = 500;

/** Counts changes of the journal and of the files. */
class ChangeCounter {
  count = 0;
  readonly increment = () => {
    this.count += 1;
  };
}

/**
 * Creates the route that the console polls: the requests of a tester that match its filter. An open stream for each
 * tab would take the few connections that a browser opens to a host.
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

/** The entries that match or, if the filter is none, all of them and the problem. */
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
