import { type Contract, joinPointer } from '#contract';
import { findSuffix } from '../scenarios/expectedOutcome.ts';
import { findShorterId } from '../scenarios/identifyRequest.ts';
import type { DataProblem } from '../scenarios/parseScenarios.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** The sections of a data file, and the list of its parsed scenarios. */
interface IdentifiedRows {
  briefs: object;
  users: object;
  scenarios: object;
  list: readonly Scenario[];
}

/** An id and its JSON pointer in the data file. */
interface LocatedId {
  id: string;
  pointer: string;
}

/**
 * Finds ids that are invalid, or that mean something else: a scenario, or another id with a tester's name.
 * @param baseIds the ids of the scenarios in the mock's own data file
 */
export function findIdProblems(
  rows: IdentifiedRows,
  baseIds: readonly string[],
  contract: Contract,
): DataProblem[] {
  const briefs = locateKeys('/briefs', rows.briefs);
  const users = locateKeys('/users', rows.users);
  const scenarios = rows.list.map(({ id }) => ({
    id,
    pointer: findRowPointer(id, rows.scenarios),
  }));
  const pageIds = new Set(rows.list.filter(isPageScenario).map(({ id }) => id));
  const pageScenarios = scenarios.filter(({ id }) => pageIds.has(id));
  const scenarioIds = [...scenarios.map(({ id }) => id), ...baseIds];
  return [
    ...findScenarioIds([...briefs, ...users], scenarioIds),
    ...findInvalidBriefIds([...briefs, ...pageScenarios], contract),
    ...findNamedIds([...briefs, ...users, ...scenarios], baseIds),
  ];
}

function locateKeys(section: string, rows: object): LocatedId[] {
  return Object.keys(rows).map((id) => ({ id, pointer: joinPointer(section, id) }));
}

/** Returns the JSON pointer of the row of a scenario: `/scenarios/missing` for `missing-brief`. */
function findRowPointer(id: string, rows: object): string {
  const row = Object.hasOwn(rows, id) ? id : id.slice(0, id.lastIndexOf('-'));
  return joinPointer('/scenarios', row);
}

function isPageScenario({ operation }: Scenario): boolean {
  return findSuffix(operation) !== undefined;
}

/** Finds briefs and users with the id of a scenario. */
function findScenarioIds(people: readonly LocatedId[], ids: readonly string[]): DataProblem[] {
  return people
    .filter(({ id }) => ids.includes(id))
    .map(({ id, pointer }) => ({
      pointer,
      message: `"${id}" is the id of a scenario; choose another id.`,
    }));
}

function findInvalidBriefIds(ids: readonly LocatedId[], { operations }: Contract): DataProblem[] {
  const [briefId] = operations.find(({ id }) => id === 'getBrief')?.parameters ?? [];
  return ids.flatMap(({ id, pointer }) => {
    const violations = briefId?.validate(id) ?? [];
    return violations.map(({ reason }) => ({
      pointer,
      message: `"${id}" is not a valid brief id: it ${reason}.`,
    }));
  });
}

/** Finds ids that consist of another id and a tester's name. */
function findNamedIds(own: readonly LocatedId[], others: readonly string[]): DataProblem[] {
  const ids = new Set([...own.map(({ id }) => id), ...others]);
  return own.flatMap(({ id, pointer }) => {
    const shorter = findShorterId(id, ids);
    if (shorter === undefined) return [];

    const reason = `is "${shorter}" with the tester's name "${id.slice(shorter.length + 1)}"`;
    return [{ pointer, message: `"${id}" ${reason}; choose another id.` }];
  });
}
