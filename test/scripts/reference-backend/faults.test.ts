import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type {
  BackendRequest,
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
  const correct = await replay(requests);
  const unseen: string[] = [];
  for (const fault of faults) {
    const responses = await replay(requests, fault);
    if (isDeepStrictEqual(responses, correct)) unseen.push(`${fault.operation}: ${fault.name}`);
  }
  expect(unseen).toEqual([]);
});

test('each fault has a name of its own', () => {
  const names = faults.map(({ operation, name }) => `${operation}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

/** Session ids that are the same in every run, so that requests can be sent again. */
const withKnownSessionIds =
  (create: CreateMiddleware): CreateMiddleware =>
  (state, pause) => {
    let count = 0;
    state.createSessionId = () => `SESSION${++count}`;
    return create(state, pause);
  };

/** The requests of a verification of the correct backend. */
async function recordRequests(): Promise<BackendRequest[]> {
  const requests: BackendRequest[] = [];
  const record: CreateMiddleware = () => (request, next) => {
    requests.push(request);
    return next();
  };
  const url = await backendUrl(withKnownSessionIds(record));
  const args = [...allWritesArguments, '--thorough'];
  await runVerifier(referenceContract, url, args, editorCredentials);
  return requests;
}

/** The responses to the requests, and the pauses before them. */
async function replay(requests: readonly BackendRequest[], fault?: Fault) {
  const results: unknown[] = [];
  const create = withKnownSessionIds(fault?.create ?? (() => (_request, next) => next()));
  const pause = async (ms: number) => void results.push(ms);
  const handle = createHandler({ change: { ...fault, create }, pause });
  for (const request of requests) results.push(await handle(request));
  return results;
}
