import type { ContractContext } from '../contract/contractContext.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { MockData } from '../operations/mockData.ts';
import { findClosest } from '../scenarios/findClosest.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { describeClosest } from './sendProblem.ts';

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
  const quoted = closest === undefined ? undefined : `"${closest}"`;
  return { reason: `No brief or scenario has the id "${id}".${describeClosest(quoted)}` };
}

/** `GET /rest/briefs/{briefId} (getBrief)` */
export function findClosestOperation(
  { contract }: ContractContext,
  path: string,
): string | undefined {
  const paths = contract.operations.map((operation) => contract.basePath + operation.path);
  const closest = findClosest(path, paths);
  const operation = contract.operations[paths.indexOf(closest ?? '')];
  return operation && `${operation.method} ${closest} (${operation.id})`;
}
