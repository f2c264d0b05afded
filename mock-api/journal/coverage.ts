import type { Contract, Operation } from '../contract/contract.ts';
import { findResponse } from '../contract/http/findResponse.ts';
import { findMediaType, parseMediaType } from '../contract/http/mediaType.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/** A response that the contract declares, and how often it was sent. */
export interface CoverageRow {
  operation: string;
  status: string;
  /** Undefined for a response without a body. */
  mediaType?: string;
  count: number;
  /** The named examples, and how often the body was equal to each. */
  examples: { name: string; count: number }[];
}

export interface Coverage {
  responses: { declared: number; exercised: number };
  examples: { declared: number; exercised: number };
  rows: CoverageRow[];
  /** The operations whose default response has no example, so that it is generated from the schema. */
  withoutExample: string[];
  /** Responses that were sent although the contract does not declare them. */
  undeclared: Omit<CoverageRow, 'examples'>[];
}

export interface CoverageTally {
  /** Compares the counts with a contract: those of a suffix, or of all requests. */
  measure(contract: Contract, suffix?: string): Coverage;
  /** Sets all counts of a suffix to 0, or all counts. Those of all requests include the ones of each suffix. */
  reset(suffix?: string): void;
}

/** A test run may have a new suffix for each test. */
const maxSuffixes = 1_000;

type SentResponse = Pick<CoverageRow, 'operation' | 'status' | 'mediaType'> & { example?: string };

type Counts = Map<string, { sent: SentResponse; count: number }>;

/**
 * Counts the responses sent since the start or the last reset, including those whose entries the journal
 * has cleared or dropped. Of more than 1,000 suffixes, the one that has been new for longest is forgotten.
 */
export function createCoverage(journal: Journal): CoverageTally {
  const counts: Counts = new Map();
  const countsBySuffix = new Map<string, Counts>();
  journal.onChange(add);

  function add({ suffix, ...entry }: JournalEntry) {
    const { operation, status, mediaType, example, durationMs, outcome } = entry;
    if (!operation || !status || durationMs === undefined || outcome !== 'completed') return;
    const sent = {
      operation,
      status: String(status),
      ...(mediaType !== undefined && { mediaType }),
      ...(example !== undefined && { example }),
    };
    countUp(counts, sent);
    if (suffix !== undefined) countUp(countsOf(suffix), sent);
  }

  function countsOf(suffix: string): Counts {
    const existing = countsBySuffix.get(suffix);
    if (existing) return existing;
    const [oldest] = countsBySuffix.keys();
    if (countsBySuffix.size >= maxSuffixes && oldest !== undefined) countsBySuffix.delete(oldest);
    const added: Counts = new Map();
    countsBySuffix.set(suffix, added);
    return added;
  }

  return {
    measure,
    reset(suffix) {
      if (suffix !== undefined) return void countsBySuffix.delete(suffix);
      counts.clear();
      countsBySuffix.clear();
    },
  };

  function measure(contract: Contract, suffix?: string): Coverage {
    const selected = suffix === undefined ? counts : (countsBySuffix.get(suffix) ?? new Map());
    const rows = declaredRows(contract);
    const undeclared = new Map<string, Omit<CoverageRow, 'examples'>>();
    for (const { sent, count } of selected.values()) {
      const row = findRow(contract, rows, sent);
      if (row) {
        row.count += count;
        const example = row.examples.find(({ name }) => name === sent.example);
        if (example) example.count += count;
      } else {
        const { example: _, ...response } = sent;
        const key = JSON.stringify(response);
        undeclared.set(key, { ...response, count: (undeclared.get(key)?.count ?? 0) + count });
      }
    }
    return {
      responses: summarize(rows),
      examples: summarize(rows.flatMap(({ examples }) => examples)),
      rows,
      withoutExample: contract.operations.filter(isWithoutExample).map(({ id }) => id),
      undeclared: [...undeclared.values()],
    };
  }
}

function countUp(counts: Counts, sent: SentResponse): void {
  const key = JSON.stringify(sent);
  const count = counts.get(key)?.count ?? 0;
  counts.set(key, { sent, count: count + 1 });
}

function isWithoutExample({ responses }: Operation): boolean {
  const content = responses.find(({ status }) => /^2|^default$/.test(status))?.content ?? [];
  return content.length > 0 && content.every(({ examples }) => examples.length === 0);
}

function summarize(counted: readonly { count: number }[]) {
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

/** The row that declares a response. The contract may use ranges: `4XX`, `text/*`. */
function findRow({ operations }: Contract, rows: readonly CoverageRow[], sent: SentResponse) {
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
