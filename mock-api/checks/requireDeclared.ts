import type { Operation } from '#contract';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';
import { FilterError, fieldSources } from '../scenarios/matchFields.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { ConditionContext } from './conditionContext.ts';
import { requireKnown } from './requireKnown.ts';

/**
 * Requires that the contract or the data has what a filter names, and that the journal records it.
 * @param operations those that the filter selects
 * @throws {FilterError}
 */
export function requireDeclared(
  filter: JournalFilter,
  operations: readonly Operation[],
  context: ConditionContext,
): void {
  const scenarios = selectScenarios(filter, operations, context);
  requireKnown(
    'scenario',
    filter.scenario,
    scenarios.map(({ id }) => id),
  );
  // Without an operation, the request may be one to no operation; a backend may send any status.
  if (filter.operation !== undefined && !context.isForwarding)
    requireKnown('status', filter.status, listStatuses(operations, scenarios), isStatusOf);
  requireBodies(filter, context);
  requireRecordedValues(filter, context);
  requireBodyFields(filter, operations, context);
}

function selectScenarios(
  { name }: JournalFilter,
  operations: readonly Operation[],
  { dataFor }: ConditionContext,
): Scenario[] {
  const ids = operations.map(({ id }) => id);
  const all = dataFor(name)?.scenarios.list ?? [];
  return all.filter(({ operation }) => ids.includes(operation));
}

/** Statuses that the mock sends of its own accord, whatever the contract declares. */
const ownStatuses = ['none', '400', '415', '500'];

function listStatuses(operations: readonly Operation[], scenarios: readonly Scenario[]): string[] {
  const declared = operations.flatMap(({ responses }) => responses.map(({ status }) => status));
  const steps = scenarios.flatMap((scenario) => scenario.steps);
  return [...declared, ...ownStatuses, ...steps.flatMap(({ status = [] }) => status).map(String)];
}

/** Whether a status or a class such as `4xx` can be one that is declared: `404`, `4XX` or `default`. */
function isStatusOf(declared: string, status: string): boolean {
  if (declared === 'default') return true;
  return [...declared].every((digit, i) => digit === status[i] || /x/i.test(digit + status[i]));
}

/** What the journal has only if it contains bodies would never be found. */
function requireBodies({ key, ...filter }: JournalFilter, { hasBodies }: ConditionContext) {
  if (hasBodies) return;
  const [name] = key === undefined ? fieldSources.filter((source) => filter[source]) : ['key'];
  if (name !== undefined) throw createBodiesError(name);
}

export function createBodiesError(condition: string): FilterError {
  return new FilterError(
    `Filter "${condition}": the journal does not contain ids, headers and bodies; start the observer with --record-bodies.`,
  );
}

/** A value that is masked would never be found. */
function requireRecordedValues(filter: JournalFilter, { currentContext }: ConditionContext) {
  const { isSecret } = currentContext();
  for (const source of fieldSources) {
    // What is in a masked value is masked, too.
    const masked = Object.keys(filter[source] ?? {}).find((field) =>
      field.split('.').some((name) => isSecret(name, source)),
    );
    if (masked !== undefined)
      throw new FilterError(
        `Filter "${source}.${masked}": the journal does not contain this value.`,
      );
  }
}

function requireBodyFields(
  { body = {} }: JournalFilter,
  operations: readonly Operation[],
  { currentContext }: ConditionContext,
) {
  const { contract } = currentContext();
  for (const [field, matcher] of Object.entries(body)) {
    const problem = describeUnknownField(contract, operations, field, matcher);
    if (problem !== undefined) throw new FilterError(`Filter "body.${field}": ${problem}.`);
  }
}
