import { METHODS } from 'node:http';
import type { ContractContext, Operation } from '../../contract/index.ts';
import { isMasked } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/journal.ts';
import { type JournalFilter, parseFilter } from '../journal/journalFilter.ts';
import type { MockData } from '../operations/mockData.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';
import { describeNames, findClosest } from '../scenarios/findClosest.ts';
import { keyKindOf, splitKey } from '../scenarios/identifyRequest.ts';
import { type FieldMatcher, FilterError, type fieldSources } from '../scenarios/matchFields.ts';
import { nameless } from '../scenarios/testerName.ts';

/** What conditions are compared with. */
export interface ConditionContext {
  journal: Journal;
  currentContext(): ContractContext;
  /** The data of a tester, or that of all. The observer has none. */
  dataFor(name: string | undefined): MockData | undefined;
  /** Whether a backend sends responses, which may have any status and know any id. */
  isForwarding: boolean;
}

interface Subject extends ConditionContext {
  filter: JournalFilter;
  /** Those that the filter names, or all. */
  operations: readonly Operation[];
  data: Partial<MockData>;
  /** Whether an id, a path or a parameter may be that of a later request. */
  acceptsUnknown: boolean;
}

/** A condition, and why it is wrong; undefined if a request can meet it. */
type Finding = readonly [condition: string, problem: string | undefined];

type Rule = (subject: Subject) => Finding[];

/** Statuses that the mock sends of its own accord, whatever the contract declares. */
const ownStatuses = ['none', '400', '415', '500'];

/**
 * Parses a filter from a query. Each condition is compared with the contract, the data and the operation that the
 * filter names; one that is probably a mistake is an error, because it would select no request.
 * @param isAwaited whether a later request may have a new id
 * @throws {FilterError}
 */
export function parseConditions(
  query: Readonly<Record<string, unknown>>,
  context: ConditionContext,
  { isAwaited = false } = {},
): JournalFilter {
  const { filter, problems } = parseFilter(query);
  if (problems.length > 0) throw new FilterError(problems.join(' '));
  const { operations } = context.currentContext().contract;
  const named: readonly unknown[] = [filter.operation ?? []].flat();
  const subject: Subject = {
    ...context,
    filter,
    operations: operations.filter(({ id }) => named.length === 0 || named.includes(id)),
    data: context.dataFor(filter.name) ?? {},
    acceptsUnknown: isAwaited || context.isForwarding,
  };
  for (const rule of rules) {
    const [condition, problem] = rule(subject).find(([, one]) => one !== undefined) ?? [];
    if (problem !== undefined) throw new FilterError(`Filter "${condition}": ${problem}.`);
  }
  return filter;
}

const rules: readonly Rule[] = [
  checkOperation,
  checkScenario,
  checkMethod,
  checkStatus,
  checkPath,
  ({ filter, journal }) => {
    const { after = 0 } = filter;
    const isFuture = after > journal.lastId();
    return [['after', isFuture ? `the journal has no entry ${after} yet` : undefined]];
  },
  checkBody,
  checkHeaders,
  checkQuery,
  (subject) => [['key', describeUnknownKey(subject, subject.filter.key, { mayOmitName: true })]],
];

function checkOperation({ filter, currentContext }: Subject): Finding[] {
  const ids = currentContext().contract.operations.map(({ id }) => id);
  return requireKnown('operation', filter.operation, ids);
}

function checkScenario({ filter, operations, data }: Subject): Finding[] {
  const ids = operations.map(({ id }) => id);
  const known = data.scenarios?.list.filter((one) => ids.includes(one.operation)) ?? [];
  return requireKnown(
    'scenario',
    filter.scenario,
    known.map(({ id }) => id),
  );
}

function checkMethod({ filter, operations }: Subject): Finding[] {
  const own = operations.map(({ method }) => method);
  const declared: readonly string[] = own.includes('GET') ? [...own, 'HEAD'] : own;
  return requireKnown('method', filter.method, filter.operation === undefined ? METHODS : declared);
}

function checkStatus({ filter, operations, data, isForwarding }: Subject): Finding[] {
  // Without an operation, the request may be one to no operation.
  if (filter.operation === undefined || isForwarding) return [];
  const declared = operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const ids = operations.map(({ id }) => id);
  const own = data.scenarios?.list.filter((one) => ids.includes(one.operation)) ?? [];
  const ofSteps = own.flatMap(({ steps }) => steps.flatMap(({ status }) => status ?? []));
  const known = [...declared, ...ownStatuses, ...ofSteps.map(String)];
  return valuesOf(filter.status).map((value) => {
    const isKnown = known.some((one) => isStatusOf(one, value));
    return ['status', isKnown ? undefined : `${describeNames(value, known)}, got "${value}"`];
  });
}

function checkPath(subject: Subject): Finding[] {
  const { path } = subject.filter;
  if (path === undefined || subject.acceptsUnknown || isRecorded(subject, { path })) return [];
  const { contract, matchOperation } = subject.currentContext();
  const matches = subject.operations.map(({ method }) => matchOperation(method, path));
  const match = matches.find(({ kind }) => kind === 'operation');
  if (match?.kind === 'operation')
    return [['path', describeUnknownKey(subject, match.pathValues.briefId)]];
  const paths = subject.operations.map((one) => contract.basePath + one.path);
  return requireKnown('path', path, paths);
}

function checkBody(subject: Subject): Finding[] {
  const { contract, secretFields } = subject.currentContext();
  return Object.entries(subject.filter.body ?? {}).map(([field, matcher]) => {
    const condition = `body.${field}`;
    const isSecret = field.split('.').some((part) => isMasked(part, false, secretFields));
    if (isSecret) return [condition, notRecorded];
    const unknown = describeUnknownField(contract, subject.operations, field, matcher);
    const isId = subject.data.hasHandlers && (field === 'briefId' || field === 'username');
    if (unknown !== undefined || !isId) return [condition, unknown];
    return [condition, describeUnknownKey(subject, wholeValue(matcher))];
  });
}

function checkHeaders(subject: Subject): Finding[] {
  const { secretFields } = subject.currentContext();
  const recorded = subject.journal.list().flatMap((one) => Object.keys(one.requestHeaders ?? {}));
  const names = [...parameterNames(subject, 'header'), ...recorded].map((one) => one.toLowerCase());
  return Object.keys(subject.filter.header ?? {}).map((field) => {
    const condition = `header.${field}`;
    if (isMasked(field, true, secretFields)) return [condition, notRecorded];
    // A client may send headers that the contract does not declare.
    const own = field.toLowerCase();
    const closest = names.includes(own) ? undefined : findClosest(own, names);
    return [condition, closest && `did you mean ${closest}`];
  });
}

function checkQuery(subject: Subject): Finding[] {
  const names = parameterNames(subject, 'query');
  return Object.keys(subject.filter.query ?? {}).map((field) => {
    const isKnown =
      subject.acceptsUnknown ||
      names.includes(field) ||
      isRecorded(subject, { query: { [field]: { contains: '' } } });
    return [`query.${field}`, isKnown ? undefined : describeNames(field, names)];
  });
}

const notRecorded = 'the journal does not contain this value';

function valuesOf(value: unknown): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

function requireKnown(condition: string, given: unknown, names: readonly string[]): Finding[] {
  return valuesOf(given).map((value) => {
    if (names.includes(value)) return [condition, undefined];
    return [condition, `${describeNames(value, names)}, got "${value}"`];
  });
}

/** Whether a status or a class such as `4xx` can be one that is declared. */
function isStatusOf(declared: string, status: string): boolean {
  if (declared === 'default') return true;
  return [...declared].every((digit, i) => digit === status[i] || /x/i.test(digit + status[i]));
}

function isRecorded({ journal, filter: { name } }: Subject, condition: JournalFilter): boolean {
  const own = name === undefined ? condition : { ...condition, name };
  return journal.list(own).length > 0;
}

/** Why no request has a brief id or user name; undefined if one can. */
function describeUnknownKey(subject: Subject, key: unknown, { mayOmitName = false } = {}) {
  const { data, operations, acceptsUnknown, filter } = subject;
  if (typeof key !== 'string') return undefined;
  const { name } = filter;
  const kinds = new Set(operations.map(keyKindOf));
  const people = [
    ...((kinds.has('brief') && data.briefs?.keys()) || []),
    ...((kinds.has('user') && data.users?.keys()) || []),
  ];
  // Every scenario is also a brief and a user.
  const ids = [...people, ...(data.scenarios?.ids ?? [])];
  const parts = splitKey(key, (id) => ids.includes(id));
  const end = name === undefined || name === nameless ? '' : `.${name}`;
  const owner = name === nameless ? undefined : name;
  const isOwn = parts.name === owner || (parts.name === undefined && mayOmitName);
  const isKnown = ids.includes(parts.id) || acceptsUnknown || isRecorded(subject, { key });
  if (isKnown && (isOwn || name === undefined)) return undefined;
  const suffix = mayOmitName ? '' : end;
  const expected = describeNames(
    parts.id + suffix,
    ids.map((id) => id + suffix),
  );
  return `${expected}, got "${key}"`;
}

/** The value that a field must have, if the filter has the whole of it. */
function wholeValue(matcher: FieldMatcher): unknown {
  if (typeof matcher !== 'object') return matcher;
  return matcher.equals ?? matcher.is;
}

function parameterNames({ operations }: Subject, source: (typeof fieldSources)[number]): string[] {
  const parameters = operations.flatMap((one) => one.parameters);
  return parameters.filter((one) => one.in === source).map((one) => one.name);
}
