import { findResponse } from '../contract/checkResponse.ts';
import type { Contract } from '../contract/contract.ts';
import { findMediaType, parseMediaType } from '../contract/mediaType.ts';
import type { Journal, JournalEntry } from './journal.ts';

/** One answer that the contract declares, and how often it was sent. */
export interface CoverageRow {
  operation: string;
  status: string;
  /** Undefined for an answer without a body. */
  mediaType?: string;
  count: number;
  /** The named examples, and how often the body was exactly that. */
  examples: { name: string; count: number }[];
}

export interface Coverage {
  answers: { declared: number; exercised: number };
  examples: { declared: number; exercised: number };
  rows: CoverageRow[];
  /** What was sent without being declared: named faults. */
  undeclared: Omit<CoverageRow, 'examples'>[];
}

type Sent = Pick<CoverageRow, 'operation' | 'status' | 'mediaType'> & { example?: string };

/**
 * Counts what has been answered since the start, or since the journal was last cleared: also what
 * the bounded journal has had to let go.
 */
export function createCoverage(journal: Journal) {
  const counts = new Map<string, { sent: Sent; count: number }>();
  const recount = () => {
    counts.clear();
    for (const entry of journal.list({ ended: true })) add(entry);
  };
  journal.listen(add);
  journal.listenToClearing(recount);

  function add({ operation, status, mediaType, example, duration, outcome }: JournalEntry) {
    if (!operation || !status || duration === undefined || outcome !== 'answered') return;
    const sent = {
      operation,
      status: String(status),
      ...(mediaType !== undefined && { mediaType }),
      ...(example !== undefined && { example }),
    };
    const key = JSON.stringify(sent);
    counts.set(key, { sent, count: (counts.get(key)?.count ?? 0) + 1 });
  }

  /** What of a contract has been exercised so far. */
  return function coverageOf(contract: Contract): Coverage {
    const rows = declaredRows(contract);
    const undeclared = new Map<string, Omit<CoverageRow, 'examples'>>();
    for (const { sent, count } of counts.values()) {
      const row = locate(contract, rows, sent);
      if (row) {
        row.count += count;
        const example = row.examples.find(({ name }) => name === sent.example);
        if (example) example.count += count;
      } else {
        const { example: _, ...place } = sent;
        const key = JSON.stringify(place);
        undeclared.set(key, { ...place, count: (undeclared.get(key)?.count ?? 0) + count });
      }
    }
    const examples = rows.flatMap((row) => row.examples);
    return {
      answers: tally(rows),
      examples: tally(examples),
      rows,
      undeclared: [...undeclared.values()],
    };
  };
}

export type CoverageOf = ReturnType<typeof createCoverage>;

function tally(counted: readonly { count: number }[]) {
  return { declared: counted.length, exercised: counted.filter(({ count }) => count > 0).length };
}

function declaredRows({ operations }: Contract): CoverageRow[] {
  return operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, content }): CoverageRow[] => {
      if (content.length === 0) return [{ operation: id, status, count: 0, examples: [] }];
      return content.map(({ mediaType, examples }) => ({
        operation: id,
        status,
        mediaType,
        count: 0,
        examples: examples.map(({ name }) => ({ name, count: 0 })),
      }));
    }),
  );
}

/** The row that declares what was sent. The contract may spell it otherwise: `4XX`, `text/*`. */
function locate({ operations }: Contract, rows: readonly CoverageRow[], sent: Sent) {
  const operation = operations.find(({ id }) => id === sent.operation);
  const response = operation && findResponse(operation, Number(sent.status));
  const candidates = rows.filter(
    (row) => row.operation === sent.operation && row.status === response?.status,
  );
  if (sent.mediaType === undefined) return candidates.find((row) => row.mediaType === undefined);
  const actual = parseMediaType(sent.mediaType);
  const media = actual && findMediaType(response?.content ?? [], actual);
  return media && candidates.find((row) => row.mediaType === media.mediaType);
}
