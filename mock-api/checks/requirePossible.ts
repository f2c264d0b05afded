import type { Contract, Operation } from '#contract';
import type { Journal } from '../journal/Journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { members, type RequestPattern } from '../journal/requestPattern.ts';
import type { MockOptions } from '../mockOptions.ts';
import { type MockData, mergeData } from '../operations/mockData.ts';
import { describeNames } from '../scenarios/describeNames.ts';
import { describeUnknownField } from '../scenarios/describeUnknownField.ts';
import { fieldSources } from '../scenarios/fieldPatterns.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { nameless } from '../scenarios/testerName.ts';
import { CheckError } from './CheckError.ts';

export interface PossibleOptions {
  /** The name of the tester whose requests are searched, `none` for requests without a name, or undefined for all. */
  name: string | undefined;
  /** Whether the pattern may have an id, a header or a parameter that no request has had so far. */
  acceptsUnknown: boolean;
}

/**
 * Requires that a request can match: the contract or the data must have the names in the pattern, and the journal must
 * record the values.
 * @throws {CheckError} that lists the names that exist
 */
export function requirePossible(
  pattern: RequestPattern,
  { name, acceptsUnknown }: PossibleOptions,
  options: MockOptions,
): void {
  const { journal, state } = options;
  const { context, data: base } = options.files.current();
  const { contract } = context;
  const data = mergeData(base, state.added.get(name ?? ''));
  const ids = contract.operations.map(({ id }) => id);
  requireKnown('operation', pattern.operation, ids);
  const selected = [pattern.operation ?? ids].flat();
  const operations = contract.operations.filter(({ id }) => selected.includes(id));
  const all = data?.scenarios.list ?? [];
  const scenarios = all.filter(({ operation }) => selected.includes(operation));
  const scenarioIds = scenarios.map(({ id }) => id);
  requireKnown('scenario', pattern.scenario, scenarioIds);
  // A request to no operation, or to a backend, may have any status.
  if (pattern.operation !== undefined && !options.forwarding)
    requireKnown('status', pattern.status, listStatuses(operations, scenarios), isDeclaredStatus);
  requireRecorded(pattern, options);
  requireBodyFields(pattern, operations, contract);
  if (acceptsUnknown) return;

  requireIds(pattern, name, { journal, data });
  requireFields(pattern, operations, journal);
}

const maxListed = 50;

/**
 * Requires that each value is one of the known names.
 * @param isOne compares a name with a value, by default for equality
 * @throws {CheckError} that lists the known names
 */
function requireKnown(
  member: string,
  given: unknown,
  names: Iterable<string>,
  isOne = (name: string, value: string) => name === value,
): void {
  if (given === undefined) return;

  const known = [...new Set(names)];
  const unknown = [given].flat().find((value) => !known.some((name) => isOne(name, `${value}`)));
  if (unknown === undefined) return;

  const surplus = known.length - maxListed;
  const more = surplus > 0 ? ` and ${surplus} more` : '';
  const expected = describeNames(known.slice(0, maxListed)) + more;
  throw new CheckError(400, `${member}: ${expected}, got ${JSON.stringify(unknown)}.`);
}

/**
 * The statuses that the mock sends even if the contract does not declare them; `none` is a response that is not
 * complete.
 */
const ownStatuses = ['none', '400', '415', '500'];

function listStatuses(operations: readonly Operation[], scenarios: readonly Scenario[]): string[] {
  const declared = operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const steps = scenarios.flatMap((scenario) => scenario.steps);
  return [...declared, ...ownStatuses, ...steps.flatMap(({ status = [] }) => status).map(String)];
}

/** Whether a declared status such as `404`, `4XX` or `default` includes a status or a class such as `4xx`. */
function isDeclaredStatus(declared: string, status: string): boolean {
  if (declared === 'default') return true;
  return [...declared].every((digit, i) => digit === status[i] || /x/i.test(digit + status[i]));
}

/** Requires that the journal records the values that a pattern compares, unmasked. */
function requireRecorded(pattern: RequestPattern, { recordBodies, files }: MockOptions) {
  const { isSecret } = files.current().context;
  const [name] = (['key', ...fieldSources] as const).filter((one) => pattern[one] !== undefined);
  if (name !== undefined && !recordBodies) throw createBodiesError(name);

  for (const source of fieldSources) {
    // The values within a masked one are masked, too.
    const masked = Object.keys(pattern[source] ?? {}).find((field) =>
      field.split('.').some((part) => isSecret(part, source)),
    );
    if (masked === undefined) continue;
    const message = `${source}.${masked}: the journal does not contain this value, which is secret.`;
    throw new CheckError(400, message);
  }
}

export function createBodiesError(member: string): CheckError {
  const reason = 'the journal does not contain ids, headers and bodies';
  return new CheckError(400, `${member}: ${reason}; start the observer with --record-bodies.`);
}

function requireBodyFields(
  { body = {} }: RequestPattern,
  operations: readonly Operation[],
  contract: Contract,
) {
  for (const [field, pattern] of Object.entries(body)) {
    const problem = describeUnknownField(contract, operations, field, pattern);
    if (problem !== undefined) throw new CheckError(400, `body.${field}: ${problem}.`);
  }
}

/** The fields of request bodies that contain a brief id or a user name. */
const keyFields = ['briefId', 'username'];

/** Requires that each id is one of the data, or of a recorded request. */
function requireIds(
  { key, body = {} }: RequestPattern,
  name: string | undefined,
  { journal, data }: { journal: Journal; data: MockData | undefined },
) {
  const recorded = journal.list({ name });
  const suffix = name === undefined || name === nameless ? '' : `.${name}`;
  const ids = data ? [...data.briefs.keys(), ...data.users.keys(), ...data.scenarios.ids] : [];
  // A key selects requests with or without the name.
  const keys = [key ?? []]
    .flat()
    .map((one) => (one.endsWith(suffix) ? one.slice(0, one.length - suffix.length) : one));
  requireKnown('key', keys, [...ids, ...recorded.flatMap(listKeys)]);

  const own = [...ids.map((id) => id + suffix), ...recorded.flatMap(({ key: one = [] }) => one)];
  for (const field of keyFields) {
    const whole = [body[field] ?? []].flat().filter((one) => typeof one !== 'object');
    requireKnown(`body.${field}`, whole, own);
  }
}

const listKeys = (entry: JournalEntry) => members.key.getValues(entry).flatMap((key) => key ?? []);

/** Requires that each header and parameter is declared, or one of a recorded request. */
function requireFields(
  { header = {}, query = {} }: RequestPattern,
  operations: readonly Operation[],
  journal: Journal,
) {
  const entries = journal.list();
  const declared = (place: string) =>
    operations.flatMap(({ parameters }) =>
      parameters.filter((one) => one.in === place).map((one) => one.name),
    );
  const sent = entries.flatMap(({ requestHeaders = {} }) => Object.keys(requestHeaders));
  const headers = [...sent, ...declared('header').map((one) => one.toLowerCase())];
  for (const field of Object.keys(header))
    requireKnown(`header.${field}`, field.toLowerCase(), headers);

  const asked = entries.flatMap(({ path }) => [
    ...new URLSearchParams(path.split(/\?(.*)/s)[1]).keys(),
  ]);
  for (const field of Object.keys(query))
    requireKnown(`query.${field}`, field, [...asked, ...declared('query')]);
}
