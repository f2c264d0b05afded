import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response as ExpressResponse, NextFunction, Request } from 'express';
import type { ClientAddress } from './proxy/resolveClientAddress.ts';
import type { InFlightCounter } from './runtime/InFlightCounter.ts';

/** `res.locals` of every request, from `createIdentifier`. */
export interface Locals {
  /** Identifies the request in the log, to the backend and to the client. */
  requestId: string;
  /** The error code of Node.js or of a `BackendError`, of a call to the backend that failed. */
  backendError: string | undefined;
}

/** `res.locals` of a proxied request, from the first handler of `proxy()`. */
export interface ProxyLocals extends Locals {
  clientAddress: ClientAddress;
  /** What of this request is in flight: the response to the client, and the calls to the backend. */
  inFlight: InFlightCounter;
}

/** A response without Express's methods, which it has not in front of Express. */
export type HostResponse<L extends Locals = Locals> = ServerResponse & {
  req: IncomingMessage;
  locals: L;
};

/** A response on which reading a local that nothing sets does not compile, as it does on Express's own type. */
export type Response<L extends Locals = Locals> = ExpressResponse<unknown, L>;

export type Handler<L extends Locals = Locals> = (
  req: Request,
  res: Response<L>,
  next: NextFunction,
) => unknown;
