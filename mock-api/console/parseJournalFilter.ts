import { METHODS } from 'node:http';
import { type ContractContext, findResponse } from '../contract/index.ts';
import { isMasked } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/journal.ts';
import { type JournalFilter, parseFilter } from '../journal/journalFilter.ts';
import type { MockData } from '../operations/mockData.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';
import { describeNames } from '../scenarios/findClosest.ts';
import { keyKindOf, splitKey } from '../scenarios/identifyRequest.ts';
import { FilterError, fieldSources } from '../scenarios/matchFields.ts';
import { nameless } from '../scenarios/testerName.ts';

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

/** The conditions that neither an entry meets nor a request can meet, and those that contradict each other. */
function findImpossible(filter: JournalFilter, context: FilterContext): string[] {
  const { name = nameless, after = 0, body = {} } = filter;
  const { journal, isForwarding } = context;
  const { contract, secretFields } = context.currentContext();
  const { operations, ids, scope } = scopeOf(filter, context);
  const scenarios = context.dataFor(filter.name)?.scenarios;
  const steps = (scenarios?.list ?? []).flatMap((one) =>
    ids.includes(one.operation) ? one.steps : [],
  );
  // A request to no operation has no name.
  const isOfOperation = filter.operation !== undefined || name !== nameless;

  /** Describes the values that are impossible, and that no entry of the operation has. */
  const check = (
    name: 'operation' | 'scenario' | 'method' | 'status',
    describe: (value: string) => string | false | undefined,
  ) =>
    [filter[name] ?? []].flat().flatMap((value) => {
      const problem = describe(String(value));
      const isRecorded = journal.list({ ...scope, [name]: value }).length > 0;
      return !problem || isRecorded ? [] : [`Filter "${name}": ${problem}.`];
    });
  const named = (value: string, known: readonly string[]) =>
    !known.includes(value) && `${describeNames(value, known)}, got "${value}"`;
  const operationIds = contract.operations.map(({ id }) => id);
  const keys = findKeys(filter, context);
  const first = filter.scenario === undefined ? keys[0]?.label : 'scenario';

  return [
    ...check('operation', (id) => named(id, operationIds)),
    ...check('scenario', (id) => {
      const isApplied = ids.some((one) => scenarios?.find(id, one));
      return (
        named(id, scenarios?.ids ?? []) || (!isApplied && `${id} applies to no request of ${ids}`)
      );
    }),
    ...check('method', (method) => {
      const isSent = !isOfOperation || operations.some((one) => one.method === method);
      return named(method, METHODS) || (!isSent && `no request of ${ids} has ${method}`);
    }),
    ...check('status', (status) => {
      const ofMock = isOfOperation ? operationStatuses : ownStatuses;
      const isPossible = allStatuses
        .filter((code) => String(code).startsWith(status.replace('xx', '')))
        .some(
          (code) =>
            ofMock.includes(code) ||
            operations.some((one) => findResponse(one, code)) ||
            steps.some((step) => step.status === code),
        );
      const isAny = isForwarding || status === 'none' || isPossible;
      return !isAny && `${status} is declared by no response of ${ids}`;
    }),
    ...(after > journal.lastId() ? [`Filter "after": the journal has no entry ${after} yet.`] : []),
    ...keys.flatMap(({ label, key, id }) => [
      ...(label === 'key' || name === nameless || key !== id
        ? []
        : [`Filter "${label}": requests of ${name} have "${key}.${name}", got "${key}".`]),
      ...[filter.scenario ?? keys[0]?.id]
        .flat()
        .filter((one) => one !== id)
        .map((one) => `Filters "${first}" and "${label}": ${key} is not ${one}.`),
    ]),
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

const allStatuses = Array.from({ length: 500 }, (_, i) => 100 + i);

/** The statuses that the mock sends of its own accord, whatever the contract declares. */
const operationStatuses = [400, 415, 500, 501];
const ownStatuses = [...operationStatuses, 404, 405, 413];

/**
 * Rejects the id of no brief, user or scenario, and the path of no operation, where no request is an expected result:
 * they may be misspelt.
 * @throws {FilterError}
 */
export function rejectUnknown(filter: JournalFilter, context: FilterContext): void {
  const { path, name } = filter;
  const { journal } = context;
  if (!context.dataFor(name) || context.isForwarding) return;
  const { operations, ids, scope, known } = scopeOf(filter, context);
  const hasPath = path === undefined || matchPath(path, filter, context).length > 0;
  if (!hasPath && journal.list({ ...scope, path }).length === 0) {
    const { basePath } = context.currentContext().contract;
    const paths = operations.map((one) => basePath + one.path);
    throw new FilterError(
      `Filter "path": no request of ${ids} has "${path}"; ${describeNames(path, paths)}.`,
    );
  }
  for (const { label, key, id } of findKeys(filter, context)) {
    if (known.includes(id)) continue;
    const own = { ...(name !== undefined && { name }), key, unexpected: true };
    if (journal.list(own).length > 0) continue;
    throw new FilterError(`Filter "${label}": ${describeNames(id, known)}, got "${key}".`);
  }
}

/** The fields whose value is the key of the request. */
const keyFields = ['briefId', 'username'];

/** The conditions that say which key a request has, and its id without a tester's name. */
function findKeys(filter: JournalFilter, context: FilterContext) {
  const { key, name, path, body = {} } = filter;
  const { hasHandlers = false } = context.dataFor(name) ?? {};
  const { known } = scopeOf(filter, context);
  const keys: [label: string, key: unknown][] = [['key', key]];
  if (hasHandlers) {
    for (const field of keyFields) {
      const { [field]: matcher } = body;
      const value = typeof matcher === 'object' ? (matcher.equals ?? matcher.is) : matcher;
      keys.push([`body.${field}`, value]);
    }
    const [match] = matchPath(path, filter, context);
    keys.push(['path', match?.pathValues.briefId]);
  }
  return keys.flatMap(([label, key]) => {
    if (typeof key !== 'string') return [];
    const { id, name: owner } = splitKey(key, (one) => known.includes(one));
    return { label, key, id: name === undefined || name === owner ? id : key };
  });
}

/** The operations of a filter to which a path leads. */
function matchPath(path = '', filter: JournalFilter, context: FilterContext) {
  const { matchOperation } = context.currentContext();
  return scopeOf(filter, context).operations.flatMap(({ id, method }) => {
    const match = matchOperation(method, path);
    return match.kind === 'operation' && match.operation.id === id ? [match] : [];
  });
}

/** Whose requests a filter means, which, and what their ids can be. */
function scopeOf({ name, operation }: JournalFilter, context: FilterContext) {
  const { operations: all } = context.currentContext().contract;
  const ids = [operation ?? all.map(({ id }) => id)].flat();
  const operations = all.filter(({ id }) => ids.includes(id));
  const kinds = operations.map(keyKindOf);
  const { briefs, users, scenarios } = context.dataFor(name) ?? {};
  const known = [
    ...(kinds.includes('brief') ? (briefs?.keys() ?? []) : []),
    ...(kinds.includes('user') ? (users?.keys() ?? []) : []),
    // Each is also a brief and a user.
    ...(scenarios?.ids ?? []),
  ];
  const scope = {
    ...(name !== undefined && { name }),
    ...(operation !== undefined && { operation }),
  };
  return { ids, operations, known, scope };
}
