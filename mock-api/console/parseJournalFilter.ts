import type { ContractContext, Operation } from '../contract/index.ts';
import { isMasked } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/journal.ts';
import { type JournalFilter, parseFilter } from '../journal/journalFilter.ts';
import type { MockData } from '../operations/mockData.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';
import { describeNames, findClosest } from '../scenarios/findClosest.ts';
import { splitKey } from '../scenarios/identifyRequest.ts';
import { type FieldMatcher, FilterError, fieldSources } from '../scenarios/matchFields.ts';
import { nameless } from '../scenarios/testerName.ts';
import { isStatusOf, listRequestKinds, type RequestKind } from './requestKinds.ts';

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
 * always 0. So is a name that neither the contract nor the data nor a request has, unless such a request is awaited.
 * @throws {FilterError}
 */
export function parseJournalFilter(
  query: Readonly<Record<string, unknown>>,
  context: FilterContext,
  { isAwaited = false } = {},
): JournalFilter {
  const { filter, problems } = parseFilter(query);
  if (problems.length > 0) throw new FilterError(problems.join(' '));
  rejectImpossible(filter, context, isAwaited || context.isForwarding);
  return filter;
}

/** Leaves, condition by condition, the kinds of requests that can meet it. */
function rejectImpossible(filter: JournalFilter, context: FilterContext, acceptsUnknown: boolean) {
  const { name, key, path = '', after = 0, body = {} } = filter;
  const { journal, isForwarding } = context;
  const { contract, matchOperation, secretFields } = context.currentContext();
  const data: Partial<MockData> = context.dataFor(name) ?? {};
  const end = name === undefined || name === nameless ? '' : `.${name}`;
  let kinds = listRequestKinds(contract.operations, data).filter(
    // A request to no operation has no name.
    (kind) => kind.contract || end === '',
  );

  selectValues();
  if (path !== '') selectPath();
  for (const [field, matcher] of Object.entries(body)) selectField(field, matcher);
  selectKeys();
  rejectNames();
  if (after > journal.lastId()) {
    throw new FilterError(`Filter "after": the journal has no entry ${after} yet.`);
  }

  /** The kinds that can meet a condition; all of them if an entry meets the filter although none can. */
  function select(
    label: string,
    isMet: (kind: RequestKind) => unknown,
    describe: () => string,
    recorded = filter,
  ): RequestKind[] {
    const selected = kinds.filter(isMet);
    if (selected.length > 0) return selected;
    if (isRecorded(recorded)) return kinds;
    throw new FilterError(`Filter "${label}": ${describe()}, got ${JSON.stringify(filter)}.`);
  }

  function isRecorded(own: JournalFilter): boolean {
    return journal.list(own).length > 0;
  }

  function operationsLeft(): Operation[] {
    return kinds.flatMap((kind) => kind.contract ?? []);
  }

  function selectValues() {
    // A backend may send any status, and end a response in any way.
    const ofResponse = isForwarding ? [] : (['outcome', 'status'] as const);
    for (const label of ['operation', 'scenario', 'method', ...ofResponse] as const) {
      const isEqual = label === 'status' ? isStatusOf : Object.is;
      const selected = [filter[label] ?? []].flat().flatMap((value) =>
        select(
          label,
          (kind) => kind[label].some((one) => isEqual(one, `${value}`)),
          () =>
            describeNames(
              `${value}`,
              kinds.flatMap((kind) => kind[label]),
            ),
          { ...filter, [label]: value } as JournalFilter,
        ),
      );
      if (selected.length > 0) kinds = selected;
    }
  }

  function match({ method, id }: Operation) {
    const found = matchOperation(method, path);
    return found.kind === 'operation' && found.operation.id === id ? [found.pathValues] : [];
  }

  function selectPath() {
    const paths = operationsLeft().map((one) => contract.basePath + one.path);
    kinds = select(
      'path',
      (kind) => (kind.contract ? match(kind.contract).length > 0 : acceptsUnknown),
      () => describeNames(path, paths),
    );
  }

  function selectField(field: string, matcher: FieldMatcher) {
    const describe = (operations: Operation[]) =>
      describeUnknownField(contract, operations, field, matcher);
    kinds = select(
      `body.${field}`,
      (kind) => kind.contract && describe([kind.contract]) === undefined,
      () => `${describe(operationsLeft())}`,
    );
  }

  function selectKeys() {
    const [values] = contract.operations.flatMap(match);
    const whole = {
      path: values?.briefId,
      'body.briefId': wholeValue(body.briefId),
      'body.username': wholeValue(body.username),
    };
    for (const [label, value] of Object.entries({ key, ...(data.hasHandlers && whole) })) {
      if (typeof value !== 'string') continue;
      const ids = kinds.flatMap((kind) => kind.key);
      const { id: start, name: owner } = splitKey(value, (one) => ids.includes(one));
      const id = name === undefined || name === owner ? start : value;
      const own = { ...(name && { name }), key: value, unexpected: true };
      const isNew = acceptsUnknown || isRecorded(own);
      // A key may leave the name out.
      const ownEnd = label === 'key' ? '' : end;
      const selected = select(
        label,
        (kind) =>
          value.endsWith(ownEnd) &&
          (kind.key.includes(id) || (isNew && kind.scenario.length === 0)),
        () =>
          describeNames(
            id + ownEnd,
            ids.map((one) => one + ownEnd),
          ),
      );
      kinds = selected.map((kind) => ({ ...kind, key: [id] }));
    }
  }

  /** Rejects the names of fields that are masked, and those that are probably misspelt. */
  function rejectNames() {
    for (const source of fieldSources) {
      const isHeader = source === 'header';
      for (const field of Object.keys(filter[source] ?? {})) {
        const label = `${source}.${field}`;
        const isHidden = (part: string) => isMasked(part, isHeader, secretFields);
        select(
          label,
          () => !field.split('.').some(isHidden),
          () => 'the journal does not contain this value',
        );
        const ofAny = { [source]: { [field]: { contains: '' } } };
        if (source === 'body' || acceptsUnknown || isRecorded(ofAny)) continue;
        const names = namesIn(source);
        const own = isHeader ? field.toLowerCase() : field;
        // A client may send headers that the contract does not declare.
        const isOther = isHeader && findClosest(own, names) === undefined;
        select(
          label,
          () => isOther || names.includes(own),
          () => describeNames(own, names),
        );
      }
    }
  }

  /** The names of parameters, and those of recorded headers in lower case. */
  function namesIn(source: 'header' | 'query'): string[] {
    const parameters = operationsLeft().flatMap((one) => one.parameters);
    const declared = parameters.filter((one) => one.in === source).map((one) => one.name);
    if (source === 'query') return declared;
    const recorded = journal.list().flatMap((one) => Object.keys(one.requestHeaders ?? {}));
    return [...new Set([...declared, ...recorded].map((one) => one.toLowerCase()))];
  }
}

/** The value that a field must have, if the filter has the whole of it. */
function wholeValue(matcher: unknown): unknown {
  const { is, equals = is } = Object(matcher);
  return equals;
}
