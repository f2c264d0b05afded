import { METHODS } from 'node:http';
import { type ContractContext, findResponse } from '../contract/index.ts';
import { isMasked } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/journal.ts';
import { type JournalFilter, parseFilter } from '../journal/journalFilter.ts';
import type { MockData } from '../operations/mockData.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';
import { describeNames } from '../scenarios/findClosest.ts';
import { FilterError, fieldSources } from '../scenarios/matchFields.ts';
import { validName } from '../scenarios/testerName.ts';

/** What requests can have. */
export interface FilterContext {
  journal: Journal;
  currentContext(): ContractContext;
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
  const { operation, name, after = 0, body = {} } = filter;
  const { journal, isForwarding } = context;
  const { contract, secretFields } = context.currentContext();
  const ids = contract.operations.map(({ id }) => id);
  const wanted = operation === undefined ? ids : [operation].flat();
  const operations = contract.operations.filter(({ id }) => wanted.includes(id));
  const data = context.dataFor(name);
  const scenarios = data?.scenarios;
  const scope = scopeOf(filter);
  // A request to no operation has no name.
  const isOfOperation = (operation ?? name) !== undefined;

  /** Describes the values that are impossible, and that no entry of the operation has. */
  const check = (
    name: 'operation' | 'scenario' | 'method' | 'status',
    describe: (value: string) => string | undefined,
  ) =>
    [filter[name] ?? []].flat().flatMap((value) => {
      const problem = describe(String(value));
      const isRecorded = journal.list({ ...scope, [name]: value }).length > 0;
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
      const isSent = !isOfOperation || operations.some((one) => one.method === method);
      return (
        named(method, METHODS) ?? (isSent ? undefined : `no request of ${wanted} has ${method}`)
      );
    }),
    ...check('status', (status) => {
      const code = Number(status);
      const isPossible =
        Number.isNaN(code) ||
        isForwarding ||
        (isOfOperation ? operationStatuses : ownStatuses).includes(code) ||
        operations.some((one) => findResponse(one, code)) ||
        scenarios?.list.some(
          (one) => wanted.includes(one.operation) && one.steps.some((step) => step.status === code),
        );
      return isPossible ? undefined : `${status} is declared by no response of ${wanted}`;
    }),
    ...(after > journal.lastId() ? [`Filter "after": the journal has no entry ${after} yet.`] : []),
    ...(name !== undefined && filter.named === false
      ? [`Filter "named": requests of ${name} have a name.`]
      : []),
    ...findUnnamed(filter, data),
    ...fieldSources.flatMap((source) =>
      Object.keys(filter[source] ?? {})
        .filter((path) =>
          path.split('.').some((part) => isMasked(part, source === 'header', secretFields)),
        )
        .map((path) => `Filter "${source}.${path}": the journal does not contain this value.`),
    ),
    ...Object.entries(body).flatMap(([path, matcher]) => {
      const problem =
        operations.length > 0 && describeUnknownField(contract, operations, path, matcher);
      const isRecorded = () => journal.list({ ...scope, body: { [path]: matcher } }).length > 0;
      return !problem || isRecorded() ? [] : [`Filter "body.${path}": ${problem}.`];
    }),
  ];
}

/** The statuses that the mock sends of its own accord, whatever the contract declares. */
const operationStatuses = [400, 404, 415, 500, 501];
const ownStatuses = [...operationStatuses, 405, 413];

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
 * Rejects the id of no brief, user or scenario, and the path of no operation, where no request is an expected result:
 * they may be misspelt.
 * @throws {FilterError}
 */
export function rejectUnknown(filter: JournalFilter, context: FilterContext): void {
  const { key, path, name } = filter;
  const data = context.dataFor(name);
  if (!data || context.isForwarding) return;
  const isRecorded = (condition: JournalFilter) => context.journal.list(condition).length > 0;
  const owner = name !== undefined && { name };
  if (key !== undefined && data.hasHandlers && !isRecorded({ ...owner, key })) {
    const id =
      name !== undefined && key.endsWith(`.${name}`) ? key.slice(0, -name.length - 1) : key;
    const known = [...data.briefs.keys(), ...data.users.keys(), ...data.scenarios.ids];
    const dot = id.lastIndexOf('.');
    const isNamed = name === undefined && validName.test(id.slice(dot + 1));
    if (!known.includes(isNamed ? id.slice(0, dot) : id) && !known.includes(id)) {
      throw new FilterError(`Filter "key": ${describeNames(id, known)}, got "${key}".`);
    }
  }
  if (path === undefined || isRecorded({ ...scopeOf(filter), path })) return;
  const { contract, matchOperation } = context.currentContext();
  const { operation = contract.operations.map(({ id }) => id) } = filter;
  const wanted = contract.operations.filter(({ id }) => [operation].flat().includes(id));
  const hasPath = wanted.some(({ id, method }) => {
    const match = matchOperation(method, path);
    if (match.kind !== 'operation' || match.operation.id !== id) return false;
    const ids = data.hasHandlers && name !== undefined ? Object.values(match.pathValues) : [];
    return ids.every((value) => value.endsWith(`.${name}`));
  });
  if (hasPath) return;
  const paths = wanted.map((one) => contract.basePath + one.path);
  throw new FilterError(
    `Filter "path": no request${owner ? ` of ${name}` : ''} has "${path}"; ${describeNames(path, paths)}.`,
  );
}

/** The part of a filter that tells whose requests, and which, are meant. */
function scopeOf({ name, operation }: JournalFilter): JournalFilter {
  return { ...(name !== undefined && { name }), ...(operation !== undefined && { operation }) };
}
