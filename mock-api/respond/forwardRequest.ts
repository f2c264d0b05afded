import type { Request, Response } from 'express';
import type { ContractContext } from '../../contract/index.ts';
import { createAgent } from '../forward/createAgent.ts';
import { forward } from '../forward/forward.ts';
import { recordForwarded } from '../forward/recordForwarded.ts';
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
  const agent = createAgent(backend);
  return (req, res, context, identity = {}) => {
    record(res, { forwardedTo: backend.origin });
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const unnamed = withoutName(req.url, body, identity);
    const forwarded = forward(req, res, { backend, agent, via: 'mock-api', ...unnamed });
    const options = { recordBodies: true, isRecorded: true, responseTimeoutMs: Infinity };
    recordForwarded(req, res, forwarded, context, options);
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
