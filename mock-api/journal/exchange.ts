import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ContractContext, Operation, Violation } from '#contract';
import type { RequestOutcome } from './journalEntry.ts';

/** A request and what becomes of it. Contains secrets as they are. */
export interface Exchange {
  req: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  /** One version of the contract, even if the file changes in the meantime. */
  context: ContractContext;
  /** Undefined if the contract has no operation for the request, or as long as a forwarded request is not read. */
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
  /** The reason for the response, or for its lack. */
  reason?: string | undefined;
  /** Whether neither the data nor a scenario asked for the response. */
  unexpected?: boolean | undefined;
  /** The response that is sent, may be after a delay, or was received; its body is undefined if it is not known. */
  response?: { headers: ResponseHeaders; body: Buffer | undefined } | undefined;
  /** Undefined until the response has begun, as is the media type. */
  status?: number | undefined;
  mediaType?: string | undefined;
  /** Undefined while the exchange is pending. */
  outcome?: RequestOutcome | undefined;
  /** The time from the beginning to the end, when the connection or the response was complete. */
  durationMs?: number | undefined;
}

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What `respond/` and `forward/` report. */
interface ExchangeEvents {
  /** A request has been read and its reply selected, or it is about to be forwarded without being read. */
  begun: [exchange: Exchange];
  /** The same exchange, with all that is known about it. */
  ended: [exchange: Exchange];
}

export type ExchangeEmitter = EventEmitter<ExchangeEvents>;
