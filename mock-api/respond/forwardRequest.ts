import type { Request, Response } from 'express';
import type { ContractContext, Operation, Violation } from '../contract/index.ts';
import { captureResponse } from '../forward/captureResponse.ts';
import { createAgent } from '../forward/createAgent.ts';
import { forward } from '../forward/forward.ts';
import { record, recordAtEnd } from '../journal/recordRequests.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';

interface ForwardedRequest {
  context: ContractContext;
  /** Undefined if the contract declares no operation for the request. */
  operation?: Operation;
  /** Of the request. */
  violations: readonly Violation[];
  identity?: RequestIdentity;
}

export type RequestForwarder = (req: Request, res: Response, request: ForwardedRequest) => void;

/**
 * Creates the function that forwards a request to a backend and records the response with its violations.
 * Without a response of the backend, the connection is reset.
 */
export function createRequestForwarder(backend: URL): {
  forwardRequest: RequestForwarder;
  close(): void;
} {
  const agent = createAgent(backend);
  return {
    close: () => agent.destroy(),
    forwardRequest(req, res, { context, operation, violations, identity }) {
      const response = captureResponse();
      const requestBody = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
      record(res, { forwardedTo: backend.origin });
      recordAtEnd(res, async () => ({
        ...(await response.describe(context.secretFields)),
        ...(operation &&
          res.writableFinished && {
            violations: [
              ...violations,
              ...(await response.validate(context, operation, req, requestBody)),
            ],
          }),
      }));
      forward(req, res, {
        backend,
        agent,
        via: 'mock-api',
        ...withoutName(req, identity),
        listener: {
          ...response.listener,
          onRequestChunk: () => {},
          onEnd: (outcome) => record(res, { outcome }),
        },
      });
    },
  };
}

/** The target and the body of a request, without the tester's name at the end of the brief id. */
function withoutName(
  { url, body }: Request,
  { kind, key, name }: RequestIdentity = {},
): { target: string; body?: Buffer } {
  const own = { target: url, ...(Buffer.isBuffer(body) && { body }) };
  if (kind !== 'brief' || name === undefined) return own;
  const end = `.${name}`;
  const [path = '', ...query] = url.split('?');
  const segments = path.split('/').map((segment) => {
    const isKey = segment.endsWith(end) && decodeURIComponent(segment) === key;
    return isKey ? segment.slice(0, -end.length) : segment;
  });
  const inBody = new RegExp(`("briefId"\\s*:\\s*"[^"]*)\\.${name}"`);
  return {
    target: [segments.join('/'), ...query].join('?'),
    ...(own.body && {
      body: Buffer.from(own.body.toString('latin1').replace(inBody, '$1"'), 'latin1'),
    }),
  };
}
