import type { Brief, CurrentUser } from '#openapi';
import { type Contract, ContractError, joinPointer, parseSource } from '../../contract/index.ts';
import { endingOf } from '../scenarios/expectedOutcome.ts';
import {
  createScenarioSet,
  replaceScenarios,
  type ScenarioSet,
} from '../scenarios/findScenario.ts';
import { findShorterId } from '../scenarios/identifyRequest.ts';
import { parseScenarios, type ScenarioRows } from '../scenarios/parseScenarios.ts';
import { createModel } from './completeFromContract.ts';
import { isOwnContract } from './handlers.ts';
import type { MockData, MockUser } from './mockData.ts';
import { type DataProblem, validateData } from './validateData.ts';

interface ParseOptions {
  /** The scenarios of another file, which those of this one replace if they have the same id. */
  base?: ScenarioSet;
  /** Whether the briefs and users are those of another file. */
  onlyScenarios?: boolean;
}

/** What conforms to `data.schema.json`. */
interface DataSource {
  briefs?: Readonly<Record<string, Partial<Brief>>>;
  users?: Readonly<Record<string, Partial<CurrentUser> & Partial<UserSettings>>>;
  scenarios?: ScenarioRows;
}

type UserSettings = Omit<MockUser, 'profile'>;

/**
 * Parses scenarios, briefs and users. Completes briefs and users from the contract and validates them as
 * bodies of the responses that contain them. An unknown property is a problem, because it is probably misspelt.
 * @throws {ContractError} with the file, the line and the reason of each problem
 */
export function parseData(
  source: string,
  file: string,
  contract: Contract,
  { base = createScenarioSet([]), onlyScenarios = false }: ParseOptions = {},
): MockData {
  const { document, lineOf } = parseSource(source, file);
  const locate = ({ pointer, message }: DataProblem) => `${file}:${lineOf(pointer)} ${message}`;
  const rejectAny = (problems: readonly DataProblem[]) => {
    if (problems.length > 0) throw new ContractError(problems.map(locate));
  };
  rejectAny(validateData(document));

  const { scenarios: rows = {}, ...people }: DataSource = document;
  const { briefs: briefRows = {}, users: userRows = {} } = onlyScenarios ? {} : people;
  const briefs = completeBriefs(briefRows, contract);
  const users = completeUsers(userRows, contract);
  const { scenarios: list, problems, warnings } = parseScenarios(rows, contract);
  const own = createScenarioSet(list);
  const pointers = {
    briefs: Object.keys(briefRows).map((id) => [id, joinPointer('/briefs', id)] as const),
    users: Object.keys(userRows).map((id) => [id, joinPointer('/users', id)] as const),
    scenarios: own.list.map((one) => [one.id, pointerOfRow(one.id, rows)] as const),
  };
  rejectAny([
    ...briefs.problems,
    ...users.problems,
    ...problems,
    ...findScenarioIds([...pointers.briefs, ...pointers.users], [...own.ids, ...base.ids]),
    ...findInvalidBriefIds([...pointers.briefs, ...pointersOfPage(own, rows)], contract),
    ...findNamedIds(Object.values(pointers).flat(), base.ids),
  ]);
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const hasPeople = briefs.values.size + users.values.size > 0;
  return {
    briefs: briefs.values,
    users: users.values,
    scenarios: replaceScenarios(base, own),
    hasHandlers: isOwnContract(contract) || hasPeople,
    sessionCookie: schemes.find((scheme) => scheme.in === 'cookie')?.key ?? 'JSESSIONID',
    defaults: { brief: briefs.defaults, user: users.defaults },
    warnings: warnings.map(locate),
  };
}

function completeBriefs(rows: NonNullable<DataSource['briefs']>, contract: Contract) {
  const { complete, defaults } = createModel(contract, '/briefs', 'getBrief');
  const completed = Object.entries(rows).map(([id, given]) => ({ id, ...complete(id, given) }));
  return {
    values: new Map(completed.map(({ id, value }) => [id, value as Brief])),
    problems: completed.flatMap(({ problems }) => problems),
    defaults,
  };
}

function completeUsers(rows: NonNullable<DataSource['users']>, contract: Contract) {
  const { complete, defaults } = createModel(contract, '/users', 'getCurrentUser', [
    'password',
    'passwordExpired',
  ]);
  const completed = Object.entries(rows).map(([userId, settings]) => {
    const { password = '', passwordExpired = false, ...given } = settings;
    const { value, problems } = complete(userId, given, { userId });
    const user: MockUser = { password, passwordExpired, profile: value as CurrentUser };
    return { userId, user, problems };
  });
  return {
    values: new Map(completed.map(({ userId, user }) => [userId, user])),
    problems: completed.flatMap(({ problems }) => problems),
    defaults,
  };
}

/** An id and where it is in the file. */
type LocatedId = readonly [id: string, pointer: string];

/** Where a scenario is defined: `missing-brief` may be that of the row `missing`. */
function pointerOfRow(id: string, rows: ScenarioRows): string {
  const row = Object.hasOwn(rows, id) ? id : id.slice(0, id.lastIndexOf('-'));
  return joinPointer('/scenarios', row);
}

function pointersOfPage({ list }: ScenarioSet, rows: ScenarioRows): LocatedId[] {
  const ofPage = list.filter(({ operation }) => endingOf(operation));
  return ofPage.map(({ id }) => [id, pointerOfRow(id, rows)]);
}

/** The briefs and users that have the id of a scenario. */
function findScenarioIds(people: readonly LocatedId[], ids: readonly string[]): DataProblem[] {
  return people
    .filter(([id]) => ids.includes(id))
    .map(([id, pointer]) => ({
      pointer,
      message: `"${id}" is the id of a scenario; choose another id.`,
    }));
}

function findInvalidBriefIds(ids: readonly LocatedId[], { operations }: Contract): DataProblem[] {
  const [briefId] = operations.find(({ id }) => id === 'getBrief')?.parameters ?? [];
  return ids.flatMap(([id, pointer]) => {
    const violations = briefId?.validate(id) ?? [];
    return violations.map(({ reason }) => ({
      pointer,
      message: `"${id}" is not a valid brief id: it ${reason}.`,
    }));
  });
}

/** The ids that another one with a tester's name would be. */
function findNamedIds(own: readonly LocatedId[], others: readonly string[]): DataProblem[] {
  const ids = new Set([...own.map(([id]) => id), ...others]);
  return own.flatMap(([id, pointer]) => {
    const shorter = findShorterId(id, ids);
    if (shorter === undefined) return [];
    const reason = `is "${shorter}" with the tester's name "${id.slice(shorter.length + 1)}"`;
    return [{ pointer, message: `"${id}" ${reason}; choose another id.` }];
  });
}
