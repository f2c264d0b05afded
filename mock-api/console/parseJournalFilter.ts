import { METHODS } from 'node:http';
import { type Contract, findResponse } from '../contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import {
  describeNames,
  FilterError,
  type JournalFilter,
  parseFilter,
} from '../journal/journalFilter.ts';
import type { MockData } from '../operations/mockData.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';

/** What requests can have. */
export interface FilterContext {
  journal: Journal;
  currentContract(): Contract;
  /** The data of a tester, or that of all. The observer has none. */
  dataFor(name: string | undefined): MockData | undefined;
  /** Whether a backend sends responses, which may have any status. */
  isForwarding: boolean;
}

/**
 * Parses a filter from a query. What no request can have is an error, because the number of such requests is
 * always 0.
 * @throws {FilterError} that lists every problem
 */
export function parseJournalFilter(
  query: Readonly<Record<string, unknown>>,
  context: FilterContext,
): JournalFilter {
  const { filter, problems } = parseFilter(query);
  const found = [...problems, ...findImpossible(filter, context)];
  if (found.length > 0) throw new FilterError(found.join(' '));
  return filter;
}

/** The conditions that neither an entry meets nor a request can meet. */
function findImpossible(filter: JournalFilter, context: FilterContext): string[] {
  const { operation, scenario, method, status, body = {} } = filter;
  const contract = context.currentContract();
  const ids = contract.operations.map(({ id }) => id);
  const wanted = operation === undefined ? ids : [operation].flat();
  const operations = contract.operations.filter(({ id }) => wanted.includes(id));
  const scenarios = context.dataFor(filter.name)?.scenarios;
  const isRecorded = (one: JournalFilter) => context.journal.list(one).length > 0;

  const unknown = (
    name: 'operation' | 'scenario' | 'method',
    given: string | readonly string[] | undefined,
    known: readonly string[],
  ) =>
    [given ?? []]
      .flat()
      .filter((value) => !known.includes(value) && !isRecorded({ [name]: value }))
      .map((value) => `Filter "${name}": ${describeNames(value, known)}, got "${value}".`);

  const isPossible = (value: unknown) =>
    typeof value !== 'number' ||
    context.isForwarding ||
    ownStatuses.includes(value) ||
    operations.some((one) => findResponse(one, value)) ||
    scenarios?.list.some(({ steps }) => steps.some((step) => step.status === value)) ||
    isRecorded({ status: value });
  const impossible = [status ?? []].flat().filter((value) => !isPossible(value));

  return [
    ...unknown('operation', operation, ids),
    ...unknown('scenario', scenario, scenarios?.ids ?? []),
    ...unknown('method', method, METHODS),
    ...impossible.map(
      (value) => `Filter "status": ${value} is declared by no response of ${wanted.join(', ')}.`,
    ),
    ...Object.keys(body).flatMap((path) => {
      const problem =
        operations.length > 0 ? describeUnknownField(contract, operations, path) : undefined;
      return problem === undefined ? [] : [`Filter "body.${path}": ${problem}.`];
    }),
  ];
}

/** The statuses that the mock sends of its own accord, whatever the contract declares. */
const ownStatuses = [400, 404, 405, 406, 413, 415, 500, 501];
