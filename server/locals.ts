import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Response as ExpressResponse, NextFunction, Request } from 'express';

/** `res.locals` of every request, from `createIdentifier`. */
export interface Locals {
  /** Identifies the request in the log, to the backend and to the client. */
  requestId: string;
  /** The error code of Node.js or of a `BackendError`, of a call to the backend that failed. */
  backendError: string | undefined;
}

/** A response without Express's methods, which it has not in front of Express. */
export type HostResponse = ServerResponse & { req: IncomingMessage; locals: Locals };

/** A response on which reading a local that nothing sets does not compile, as it does on Express's own type. */
export type Response = ExpressResponse<unknown, Locals>;

export type Handler = (req: Request, res: Response, next: NextFunction) => unknown;
