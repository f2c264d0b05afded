import { METHODS } from 'node:http';
import type { ContractContext, Operation } from '#contract';
import { isMasked } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/Journal.ts';
import { type JournalFilter, valuesOf as valuesOfEntry } from '../journal/journalFilter.ts';
import { parseFilter } from '../journal/parseFilter.ts';
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
  /** Whether a backend sends responses, which may have any status. */
  isForwarding: boolean;
}

interface Subject extends ConditionContext {
  filter: JournalFilter;
  /** Those that the filter names, or all. */
  operations: readonly Operation[];
  data: Partial<MockData>;
  acceptsUnknown: boolean;
}

/** Statuses that the mock sends of its own accord, whatever the contract declares. */
const ownStatuses = ['none', '400', '415', '500'];

/**
 * Parses a filter from a query. Each condition is compared with the contract, the data and the operation that the
 * filter names; one that is probably a mistake is an error, because it would select no request.
 * @param acceptsUnknown whether an id, a path or a parameter may be one that no request has had
 * @throws {FilterError}
 */
export function parseConditions(
  query: Readonly<Record<string, unknown>>,
  context: ConditionContext,
  { acceptsUnknown = false } = {},
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
    acceptsUnknown,
  };
  for (const check of checks) check(subject);
  return filter;
}

/** Each throws a `FilterError` for its condition. */
const checks: readonly ((subject: Subject) => void)[] = [
  checkOperation,
  checkScenario,
  checkMethod,
  checkStatus,
  checkPath,
  checkAfter,
  checkBody,
  checkHeaders,
  checkQuery,
  (subject) => requireId(subject, 'key', subject.filter.key, { mayOmitName: true }),
];

function reject(condition: string, problem: string): never {
  throw new FilterError(`Filter "${condition}": ${problem}.`);
}

function requireKnown(condition: string, given: unknown, names: readonly string[]) {
  for (const value of valuesOf(given)) {
    if (!names.includes(value)) rejectUnknown(condition, value, names);
  }
}

function rejectUnknown(condition: string, value: string, names: readonly string[]): never {
  reject(condition, `${describeNames(value, names)}, got "${value}"`);
}

function valuesOf(value: unknown): string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

function checkOperation({ filter, currentContext }: Subject) {
  const ids = currentContext().contract.operations.map(({ id }) => id);
  requireKnown('operation', filter.operation, ids);
}

function checkScenario(subject: Subject) {
  const ids = listScenarios(subject).map(({ id }) => id);
  requireKnown('scenario', subject.filter.scenario, ids);
}

/** Those of the operations. */
function listScenarios({ operations, data }: Subject) {
  const ids = operations.map(({ id }) => id);
  return data.scenarios?.list.filter(({ operation }) => ids.includes(operation)) ?? [];
}

function checkMethod({ filter, operations }: Subject) {
  const own = operations.map(({ method }) => method);
  const declared: readonly string[] = own.includes('GET') ? [...own, 'HEAD'] : own;
  requireKnown('method', filter.method, filter.operation === undefined ? METHODS : declared);
}

function checkStatus(subject: Subject) {
  const { filter, operations, isForwarding } = subject;
  // Without an operation, the request may be one to no operation.
  if (filter.operation === undefined || isForwarding) return;

  const declared = operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const steps = listScenarios(subject).flatMap((scenario) => scenario.steps);
  const ofSteps = steps.flatMap(({ status }) => status ?? []).map(String);
  const known = [...declared, ...ownStatuses, ...ofSteps];
  for (const value of valuesOf(filter.status)) {
    if (!known.some((one) => isStatusOf(one, value))) rejectUnknown('status', value, known);
  }
}

/** Whether a status or a class such as `4xx` can be one that is declared. */
function isStatusOf(declared: string, status: string): boolean {
  if (declared === 'default') return true;
  return [...declared].every((digit, i) => digit === status[i] || /x/i.test(digit + status[i]));
}

function checkPath(subject: Subject) {
  const { path } = subject.filter;
  if (path === undefined || subject.acceptsUnknown || isRecorded(subject, { path })) return;

  const { contract, matchOperation } = subject.currentContext();
  const matches = subject.operations.map(({ method }) => matchOperation(method, path));
  const match = matches.find(({ kind }) => kind === 'operation');
  if (match?.kind === 'operation') return requireId(subject, 'path', match.pathValues.briefId);

  const paths = subject.operations.map((one) => contract.basePath + one.path);
  requireKnown('path', path, paths);
}

function checkAfter({ filter: { after = 0 }, journal }: Subject) {
  if (after > journal.lastId()) reject('after', `the journal has no entry ${after} yet`);
}

const notRecorded = 'the journal does not contain this value';

function checkBody(subject: Subject) {
  const { contract, secretFields } = subject.currentContext();
  for (const [field, matcher] of Object.entries(subject.filter.body ?? {})) {
    const condition = `body.${field}`;
    const isSecret = field.split('.').some((part) => isMasked(part, false, secretFields));
    if (isSecret) reject(condition, notRecorded);

    const problem = describeUnknownField(contract, subject.operations, field, matcher);
    if (problem !== undefined) reject(condition, problem);

    const isId = field === 'briefId' || field === 'username';
    if (isId) requireId(subject, condition, wholeValue(matcher));
  }
}

function checkHeaders(subject: Subject) {
  const { secretFields } = subject.currentContext();
  const recorded = subject.journal.list().flatMap((one) => Object.keys(one.requestHeaders ?? {}));
  const names = [...parameterNames(subject, 'header'), ...recorded].map((one) => one.toLowerCase());
  for (const field of Object.keys(subject.filter.header ?? {})) {
    const condition = `header.${field}`;
    if (isMasked(field, true, secretFields)) reject(condition, notRecorded);

    const own = field.toLowerCase();
    const mayCome = subject.acceptsUnknown && findClosest(own, names) === undefined;
    if (!names.includes(own) && !mayCome) reject(condition, describeNames(own, names));
  }
}

function checkQuery(subject: Subject) {
  const names = parameterNames(subject, 'query');
  for (const field of Object.keys(subject.filter.query ?? {})) {
    const isKnown =
      subject.acceptsUnknown ||
      names.includes(field) ||
      isRecorded(subject, { query: { [field]: { contains: '' } } });
    if (!isKnown) reject(`query.${field}`, describeNames(field, names));
  }
}

function isRecorded({ journal, filter: { name } }: Subject, condition: JournalFilter): boolean {
  const own = name === undefined ? condition : { ...condition, name };
  return journal.list(own).length > 0;
}

/** Rejects a brief id or user name that no request has, and one with the name of another tester. */
function requireId(
  subject: Subject,
  condition: string,
  key: unknown,
  { mayOmitName = false } = {},
) {
  if (typeof key !== 'string') return;

  const { name } = subject.filter;
  const owner = name === nameless ? undefined : name;
  const ids = listIds(subject);
  const parts = splitKey(key, (id) => ids.includes(id));
  const isKnown = subject.acceptsUnknown || ids.includes(parts.id);
  const isOwn = name === undefined || parts.name === owner;
  if (isKnown && (isOwn || (mayOmitName && parts.name === undefined))) return;

  const end = mayOmitName || owner === undefined ? '' : `.${owner}`;
  const known = ids.map((id) => id + end);
  reject(condition, `${describeNames(parts.id + end, known)}, got "${key}"`);
}

/** The brief ids and user names that the data, the scenarios or earlier requests have. */
function listIds({ operations, data, journal, filter: { name } }: Subject): string[] {
  const kinds = new Set(operations.map(keyKindOf));
  const briefs = kinds.has('brief') ? data.briefs?.keys() : undefined;
  const users = kinds.has('user') ? data.users?.keys() : undefined;
  const recorded = journal.list(name === undefined ? {} : { name });
  const recordedIds = recorded.flatMap((one) => valuesOfEntry(one, 'key').at(-1) ?? []);
  // Every scenario is also a brief and a user.
  return [...(briefs ?? []), ...(users ?? []), ...(data.scenarios?.ids ?? []), ...recordedIds];
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
