import type { JournalEntry } from '../journal/journalEntry.ts';
import type { MockData } from '../operations/mockData.ts';
import { findClosest } from '../scenarios/findClosest.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';

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
