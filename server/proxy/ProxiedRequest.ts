import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import type { Response } from '../locals.ts';
import type { InFlightCounter } from '../runtime/InFlightCounter.ts';

/** A request of a client, complete and ready to be sent to the backend. */
export interface ProxiedRequest {
  req: Request;
  /** The response to the client. */
  res: Response;
  /** The headers for the backend. */
  headers: IncomingHttpHeaders;
  /** The body of a POST, otherwise an empty buffer. */
  body: Buffer;
  /** Counts the response to the client and the calls to the backend while they are in flight. */
  inFlight: InFlightCounter;
}
