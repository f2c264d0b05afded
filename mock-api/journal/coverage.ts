import { type Contract, findMediaType, findResponse, parseMediaType } from '#contract';
import type { Journal } from './Journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/** A response that the contract declares, and how often it was sent. */
export interface CoverageRow {
  operation: string;
  status: string;
  /** Undefined for a response without a body, or whose body the contract leaves open. */
  mediaType?: string | undefined;
  count: number;
}

export interface Coverage {
  responses: { declared: number; exercised: number };
  rows: CoverageRow[];
  /** Responses that were sent although the contract does not declare them; `isScenario`: a scenario asked for it. */
  undeclared: (CoverageRow & { isScenario?: true | undefined })[];
}

type SentResponse = Pick<CoverageRow, 'operation' | 'status' | 'mediaType'> & {
  isScenario: true | undefined;
};

type Counts = Map<string, SentResponse & { count: number }>;

/**
 * Counts the responses sent to all testers since the start or the last reset, including those whose entries
 * the journal has cleared or dropped, and the responses to a tester that are in the journal.
 */
export function createCoverage(journal: Journal) {
  const counts: Counts = new Map();
  journal.onChange((entry) => {
    if (entry) count(counts, entry);
  });

  return { measure, reset: () => counts.clear() };

  /** Compares the counts of all testers, or of one, with a contract. */
  function measure(contract: Contract, name?: string): Coverage {
    const own: Counts = new Map();
    if (name !== undefined) for (const entry of journal.list({ name })) count(own, entry);
    const measured = name === undefined ? counts : own;
    const rows = declaredRows(contract);
    const undeclared: Coverage['undeclared'] = [];
    for (const response of measured.values()) {
      const row = findRow(contract, rows, response);
      if (row) row.count += response.count;
      else undeclared.push(response);
    }
    const exercised = rows.filter((row) => row.count > 0).length;
    return { responses: { declared: rows.length, exercised }, rows, undeclared };
  }
}

function count(counts: Counts, entry: JournalEntry): void {
  const { operation, status, mediaType, scenario, outcome } = entry;
  if (!operation || !status || outcome !== 'completed') return;
  const isScenario = scenario === undefined ? undefined : (true as const);
  const sent = { operation, status: String(status), mediaType, isScenario };
  const key = JSON.stringify(sent);
  counts.set(key, { ...sent, count: (counts.get(key)?.count ?? 0) + 1 });
}

function declaredRows({ operations }: Contract): CoverageRow[] {
  return operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, content }): CoverageRow[] => {
      if (content.length === 0) return [{ operation: id, status, count: 0 }];
      return content.map(({ mediaType }) => ({ operation: id, status, mediaType, count: 0 }));
    }),
  );
}

/** The row that declares a response. The contract may use ranges: `4XX`, `text/*`. */
function findRow({ operations }: Contract, rows: readonly CoverageRow[], sent: SentResponse) {
  const operation = operations.find(({ id }) => id === sent.operation);
  const response = operation && findResponse(operation, Number(sent.status));
  const candidates = rows.filter(
    (row) => row.operation === sent.operation && row.status === response?.status,
  );
  const isOpen = response?.content.length === 0;
  if (sent.mediaType === undefined || isOpen) {
    return candidates.find((row) => row.mediaType === undefined);
  }
  const actual = parseMediaType(sent.mediaType);
  const media = actual && findMediaType(response?.content ?? [], actual);
  return media && candidates.find((row) => row.mediaType === media.mediaType);
}
