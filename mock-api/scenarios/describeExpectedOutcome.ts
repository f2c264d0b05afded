import type { ExpectedOutcome } from './expectedOutcome.ts';
import { type ScenarioOperationId, scenarioOperations } from './scenarioOperations.ts';

/** Describes the expected outcome to a tester, in sentences. */
export function describeExpectedOutcome(
  operation: ScenarioOperationId,
  { alert, outcome, note }: ExpectedOutcome,
): string {
  const parts: string[] = [scenarioOperations[operation].outcomes[outcome]];
  if (note) parts.push(note);
  if (alert) {
    const type = alert.type === 'error' ? 'An error alert' : 'A success alert';
    const end = alert.persistent ? 'stays until it is closed' : 'disappears after 5 seconds';
    parts.push(`${type} that ${end}: “${alert.text}”`);
  } else {
    parts.push(operation === 'submitFeedback' ? 'No other alert.' : 'No alert.');
  }
  return parts.join(' ');
}
