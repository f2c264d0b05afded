import type { JournalEntry } from '../journal/journalEntry.ts';
import type { MockData } from '../operations/mockData.ts';
import { findClosest } from '../scenarios/findClosest.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** Why the mock uses a scenario. */
export function describeSelection(
  { key }: RequestIdentity,
  scenario: Scenario,
  attempt: number,
): string {
  return `Attempt ${attempt} with "${key}", which selects the scenario ${scenario.id}.`;
}

/** Why the mock forwards a request to the backend. */
export function describeForwarding({ key }: RequestIdentity): string {
  return key === undefined
    ? 'Forwarded, because no value of the request is in the data or the id of a scenario.'
    : `Forwarded, because "${key}" is neither in the data nor the id of a scenario.`;
}

/** What the client may have meant by an id that is in no file. */
export function describeUnknownId(
  { id }: RequestIdentity,
  { briefs, scenarios }: MockData,
): Pick<JournalEntry, 'reason'> {
  if (id === undefined || briefs.has(id) || scenarios.find(id)) return {};
  const closest = findClosest(id, [...briefs.keys(), ...scenarios.ids]);
  const hint = closest === undefined ? '' : ` The closest is "${closest}".`;
  return { reason: `No brief or scenario has the id "${id}".${hint}` };
}
