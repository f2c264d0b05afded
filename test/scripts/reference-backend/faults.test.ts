import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type {
  BackendRequest,
  BackendResponse,
  CreateMiddleware,
} from '../../../scripts/reference-backend/exchange.ts';
import type { Fault } from '../../../scripts/reference-backend/faults/fault.ts';
import { faults } from '../../../scripts/reference-backend/faults.ts';
import { createHandler } from '../../../scripts/reference-backend/startReferenceBackend.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  referenceContract,
  runVerifier,
} from '../../support/verify/runVerifier.ts';

test('each fault changes a response to a request of the verifier', async () => {
  const requests = await recordRequests();
  const plain = createHandler({ change: { create: withKnownSessionIds(keepResponses) } });
  const correct: BackendResponse[] = [];
  for (const request of requests) correct.push(await plain(request));
  for (const fault of faults) {
    expect(await changesResponse(fault, requests, correct), fault.name).toBe(true);
  }
});

/** Session ids that are the same in every run, so that requests can be sent again. */
const withKnownSessionIds =
  (create: CreateMiddleware): CreateMiddleware =>
  (state) => {
    let count = 0;
    state.createSessionId = () => `SESSION${++count}`;
    return create(state);
  };

/** The requests of a verification of the correct backend. */
async function recordRequests(): Promise<BackendRequest[]> {
  const requests: BackendRequest[] = [];
  const record: CreateMiddleware = () => (request, next) => {
    requests.push(request);
    return next();
  };
  const url = await backendUrl(withKnownSessionIds(record));
  await runVerifier(referenceContract, url, allWritesArguments, editorCredentials);
  return requests;
}

const keepResponses: CreateMiddleware = () => (_request, next) => next();

/** Whether a request gets another response than the correct one, or none. */
async function changesResponse(
  { operation, create }: Fault,
  requests: readonly BackendRequest[],
  correct: readonly BackendResponse[],
): Promise<boolean> {
  const handle = createHandler({ change: { operation, create: withKnownSessionIds(create) } });
  for (const [index, request] of requests.entries()) {
    const response = await Promise.race([handle(request), setImmediate()]);
    if (!isDeepStrictEqual(response, correct[index])) return true;
  }
  return false;
}
