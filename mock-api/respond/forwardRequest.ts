import type { Request, Response } from 'express';
import type { ContractContext } from '#contract';
import { createForwarder } from '../forward/createForwarder.ts';
import { record } from '../journal/recordRequests.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';

/** Forwards a request. One to no operation has no identity. */
export type RequestForwarder = (
  req: Request,
  res: Response,
  context: ContractContext,
  identity?: RequestIdentity,
) => void;

/**
 * Creates the function that forwards a request to a backend and records the response with its violations.
 * Without a response of the backend, the connection is reset.
 */
export function createRequestForwarder(backend: URL): RequestForwarder {
  const forwardRequest = createForwarder({
    backend,
    via: 'mock-api',
    recordBodies: true,
    isRecorded: true,
    responseTimeoutMs: Infinity,
  });
  return (req, res, context, identity = {}) => {
    record(res, { forwardedTo: backend.origin });
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    forwardRequest(req, res, context, withoutName(req.url, body, identity));
  };
}

/** The target and the body of a request, without the tester's name at the end of the brief id. */
function withoutName(target: string, body: Buffer, { kind, key, name }: RequestIdentity) {
  if (kind !== 'brief' || name === undefined) return { target, body };

  const end = `.${name}`;
  const [path = '', ...query] = target.split('?');
  const segments = path.split('/').map((segment) => {
    const isKey = segment.endsWith(end) && decodeURIComponent(segment) === key;
    return isKey ? segment.slice(0, -end.length) : segment;
  });
  const inBody = new RegExp(`("briefId"\\s*:\\s*"[^"]*)\\.${name}"`);
  return {
    target: [segments.join('/'), ...query].join('?'),
    body: Buffer.from(body.toString('latin1').replace(inBody, '$1"'), 'latin1'),
  };
}
