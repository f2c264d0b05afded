import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response as ExpressResponse, NextFunction, Request } from 'express';

/** The `res.locals` of every request, which `createIdentifier` sets. */
export interface Locals {
  /** The id of the request in the log, for the backend and for the client. */
  requestId: string;
  /** The error code of a failed call to the backend, from Node.js or a `BackendError`. */
  backendError: string | undefined;
}

/** A response outside of Express, without the methods that Express adds. */
export type HostResponse = ServerResponse & { req: IncomingMessage; locals: Locals };

/** Express's response with typed locals, so that reading an unknown one does not compile. */
export type Response = ExpressResponse<unknown, Locals>;

export type Handler = (req: Request, res: Response, next: NextFunction) => unknown;
