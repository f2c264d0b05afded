import { METHODS } from 'node:http';
import { type Contract, findResponse } from '../contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import { type JournalFilter, parseFilter } from '../journal/journalFilter.ts';
import type { MockData } from '../operations/mockData.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';
import { describeNames } from '../scenarios/findClosest.ts';
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
  const { operation, after = 0, body = {} } = filter;
  const { journal, isForwarding } = context;
  const contract = context.currentContract();
  const ids = contract.operations.map(({ id }) => id);
  const wanted = operation === undefined ? ids : [operation].flat();
  const operations = contract.operations.filter(({ id }) => wanted.includes(id));
  const data = context.dataFor(filter.name);
  const scenarios = data?.scenarios;
  const ofOperation = operation === undefined ? {} : { operation };

  /** Describes the values that are impossible, and that no entry of the operation has. */
  const check = (
    name: 'operation' | 'scenario' | 'method' | 'status',
    describe: (value: string) => string | undefined,
  ) =>
    [filter[name] ?? []].flat().flatMap((value) => {
      const problem = describe(String(value));
      const isRecorded = journal.list({ ...ofOperation, [name]: value }).length > 0;
      return problem === undefined || isRecorded ? [] : [`Filter "${name}": ${problem}.`];
    });
  const named = (value: string, known: readonly string[]) =>
    known.includes(value) ? undefined : `${describeNames(value, known)}, got "${value}"`;

  return [
    ...check('operation', (id) => named(id, ids)),
    ...check('scenario', (id) => {
      const unknown = named(id, scenarios?.ids ?? []);
      const isApplied = wanted.some((one) => scenarios?.find(id, one));
      return unknown ?? (isApplied ? undefined : `${id} applies to no request of ${wanted}`);
    }),
    ...check('method', (method) => {
      const isSent = operation === undefined || operations.some((one) => one.method === method);
      return (
        named(method, METHODS) ?? (isSent ? undefined : `no request of ${wanted} has ${method}`)
      );
    }),
    ...check('status', (status) => {
      const code = Number(status);
      const isPossible =
        Number.isNaN(code) ||
        isForwarding ||
        ownStatuses.includes(code) ||
        operations.some((one) => findResponse(one, code)) ||
        scenarios?.list.some(({ steps }) => steps.some((step) => step.status === code));
      return isPossible ? undefined : `${status} is declared by no response of ${wanted}`;
    }),
    ...(after > journal.lastId() ? [`Filter "after": the journal has no entry ${after} yet.`] : []),
    ...findUnnamed(filter, data),
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
