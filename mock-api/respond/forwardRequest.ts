import type { Request, Response } from 'express';
import type { ContractContext, Operation, Violation } from '../contract/index.ts';
import { captureResponse } from '../forward/captureResponse.ts';
import { createAgent } from '../forward/createAgent.ts';
import { forward } from '../forward/forward.ts';
import { record, recordAtEnd } from '../journal/recordRequests.ts';

interface ForwardedRequest {
  context: ContractContext;
  /** Undefined if the contract declares no operation for the request. */
  operation?: Operation;
  /** Of the request. */
  violations: readonly Violation[];
  reason: string;
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
    forwardRequest(req, res, { context, operation, violations, reason }) {
      const response = captureResponse();
      const requestBody = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
      record(res, { forwardedTo: backend.origin, reason, violations: [...violations] });
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
        ...(Buffer.isBuffer(req.body) && { body: req.body }),
        listener: {
          ...response.listener,
          onRequestChunk: () => {},
          onEnd: (outcome) => record(res, { outcome }),
        },
      });
    },
  };
}
