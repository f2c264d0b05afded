import type { BodyFault, WithheldFault } from '../scenarios/step.ts';

/** A response to send. */
export interface MockResponse {
  status: number;
  /** The headers, with names in lower case. */
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/**
 * The definition of a response, as in WireMock: a response with or without a fault in its body, a fault in place of a
 * response, or the response of the backend.
 */
export type ResponseDefinition = (
  | SentContent
  | { kind: 'withheld'; fault: WithheldFault }
  | { kind: 'forwarded' }
) & {
  /** The reason for the response, for the journal. */
  reason?: string | undefined;
  /** The id of the scenario that defines the response. */
  scenario?: string | undefined;
  delayMs?: number | undefined;
  /**
   * Whether the response is one that neither the data nor a scenario provides for, such as an error. Tests then fail,
   * unless they allow it.
   */
  unexpected?: boolean | undefined;
};

interface SentContent {
  kind: 'response';
  response: MockResponse;
  /**
   * The origin of the response. It is validated unless the mock rejects the request; only a scenario may violate the
   * contract.
   */
  source: 'contract' | 'scenario' | 'mock';
  fault?: BodyFault | undefined;
}

/** A definition whose response the mock sends. */
export type SentDefinition = Extract<ResponseDefinition, { kind: 'response' }>;

/** A definition that the mock plays without the backend. */
export type OwnDefinition = Exclude<ResponseDefinition, { kind: 'forwarded' }>;
