import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ContractContext, Operation, Violation } from '#contract';
import type { RequestOutcome } from './journalEntry.ts';

/** A request and its response, with secrets as they are. */
export interface Exchange {
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  /** The contract at the beginning of the exchange, even if the file changes in the meantime. */
  context: ContractContext;
  /** The operation; undefined if the contract has none, or until a forwarded request has ended. */
  operation?: Operation | undefined;
  /** The brief id or user name, with the tester's name. */
  key?: string | undefined;
  name?: string | undefined;
  /** The parsed body of the request. */
  body?: unknown;
  /** The violations of the request and of the response. */
  violations: readonly Violation[];
  /** The id of the scenario that the request selected. */
  scenario?: string | undefined;
  /** The origin of the backend. */
  forwardedTo?: string | undefined;
  /** The reason for the response, or for a missing one. */
  reason?: string | undefined;
  /**
   * Whether the response is one that neither the data nor a scenario provides for, such as an error. Tests then fail,
   * unless they allow it.
   */
  unexpected?: boolean | undefined;
  /** The response that was received or will be sent; its body is undefined if it is not known. */
  response?: { headers: ResponseHeaders; body: Buffer | undefined } | undefined;
  /** The status; undefined, as the media type, until the response has begun. */
  status?: number | undefined;
  mediaType?: string | undefined;
  /** The outcome; undefined while the exchange is pending. */
  outcome?: RequestOutcome | undefined;
  /** The time until the response was complete or the connection closed. */
  durationMs?: number | undefined;
}

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The events of exchanges, which `respond/` and `forward/` emit and the journal records. */
interface ExchangeEvents {
  /** A response has been selected, or a request is about to be forwarded. */
  begun: [exchange: Exchange];
  /** An exchange has ended, and all of its properties are known. */
  ended: [exchange: Exchange];
}

export type ExchangeEmitter = EventEmitter<ExchangeEvents>;
