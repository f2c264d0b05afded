import type { BodyFault, WithheldFault } from '../scenarios/step.ts';

/** A response as it is sent. */
export interface MockResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** What the mock does with a request. */
export type ResponseDefinition = (
  | SentContent
  | { kind: 'withheld'; fault: WithheldFault }
  | { kind: 'forwarded' }
) & {
  /** Why, for the journal. */
  reason?: string | undefined;
  /** The id of the scenario that applies. */
  scenario?: string | undefined;
  delayMs?: number | undefined;
  /** Whether neither the data nor a scenario asked for it, so that a test that expects nothing else fails. */
  unexpected?: boolean | undefined;
};

interface SentContent {
  kind: 'response';
  response: MockResponse;
  /** Who defines the response: only the contract's is validated, and only the scenario's may violate it. */
  source: 'contract' | 'scenario' | 'mock';
  fault?: BodyFault | undefined;
}

/** A definition with a response. */
export type SentDefinition = Extract<ResponseDefinition, { kind: 'response' }>;

/** A definition that the mock itself sends. */
export type OwnDefinition = Exclude<ResponseDefinition, { kind: 'forwarded' }>;
