import type { BodyFault, WithheldFault } from '../scenarios/behaviour.ts';
import type { MockResponse } from './findExampleResponse.ts';

/** What the mock does with a request. */
export type Reply = (ResponseReply | WithheldReply | ForwardedReply) & {
  /** Why, for the journal. */
  reason?: string | undefined;
  /** The id of the scenario that applies. */
  scenario?: string | undefined;
  delayMs?: number | undefined;
  /** Whether neither the data nor a scenario asked for it, so that a test that expects nothing else fails. */
  unexpected?: boolean | undefined;
};

export interface ResponseReply {
  kind: 'response';
  response: MockResponse;
  /** Who defines the response: only the contract's is validated, and only the scenario's may violate it. */
  source: 'contract' | 'scenario' | 'mock';
  fault?: BodyFault | undefined;
}

interface WithheldReply {
  kind: 'withheld';
  fault: WithheldFault;
}

interface ForwardedReply {
  kind: 'forwarded';
}
