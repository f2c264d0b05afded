import { METHODS } from 'node:http';
import { type Contract, findResponse } from '../contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import { describeNames, type JournalFilter, parseFilter } from '../journal/journalFilter.ts';
import type { MockData } from '../operations/mockData.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';
import { FilterError } from '../scenarios/matchFields.ts';

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
  const { operation, scenario, method, status, after = 0, body = {} } = filter;
  const contract = context.currentContract();
  const ids = contract.operations.map(({ id }) => id);
  const wanted = operation === undefined ? ids : [operation].flat();
  const operations = contract.operations.filter(({ id }) => wanted.includes(id));
  const data = context.dataFor(filter.name);
  const scenarios = data?.scenarios;
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

  const applies = [scenario ?? []]
    .flat()
    .filter((id) => scenarios?.find(id) && !wanted.some((one) => scenarios.find(id, one)));
  const sent = [method ?? []].flat().filter((one) => METHODS.includes(one));
  const isSent = sent.length === 0 || operations.some((one) => sent.includes(one.method));

  return [
    ...applies.map(
      (id) => `Filter "scenario": ${id} applies to no request of ${wanted.join(', ')}.`,
    ),
    ...(operation === undefined || operations.length === 0 || isSent
      ? []
      : [`Filter "method": no request of ${wanted.join(', ')} has ${sent.join(' or ')}.`]),
    ...(after > context.journal.lastId()
      ? [`Filter "after": the journal has no entry ${after} yet.`]
      : []),
    ...findUnnamed(filter, data),
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

/** The fields that contain the tester's name, like the key of the request. */
const keyFields = ['briefId', 'username'];

/** The conditions of a tester's filter for an id without the tester's name, which no request of theirs has. */
function findUnnamed({ name, body = {} }: JournalFilter, data: MockData | undefined): string[] {
  if (name === undefined || !data?.hasHandlers) return [];
  return keyFields.flatMap((field) => {
    const { [field]: matcher } = body;
    const value = typeof matcher === 'object' ? (matcher.equals ?? matcher.is) : matcher;
    if (typeof value !== 'string' || value.endsWith(`.${name}`)) return [];
    return [`Filter "body.${field}": requests of ${name} have "${value}.${name}", got "${value}".`];
  });
}

/**
 * Rejects the id of no brief, user or scenario, where no request is an expected result: it may be misspelt.
 * @throws {FilterError}
 */
export function rejectUnknownKey(filter: JournalFilter, context: FilterContext): void {
  const { key, name } = filter;
  const data = context.dataFor(name);
  if (key === undefined || !data?.hasHandlers || context.isForwarding) return;
  const id = name !== undefined && key.endsWith(`.${name}`) ? key.slice(0, -name.length - 1) : key;
  const known = [...data.briefs.keys(), ...data.users.keys(), ...data.scenarios.ids];
  const isOfTester = name === undefined && known.includes(id.slice(0, id.lastIndexOf('.')));
  const isRecorded = context.journal.list({ key, ...(name !== undefined && { name }) }).length > 0;
  if (known.includes(id) || isOfTester || isRecorded) return;
  throw new FilterError(`Filter "key": ${describeNames(id, known)}, got "${key}".`);
}
