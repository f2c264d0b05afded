import { findResponse, splitTarget } from '#contract';
import { createErrorResponse } from './createErrorResponse.ts';
import type { MockResponse } from './findExampleResponse.ts';
import type { MockRequest } from './mockRequest.ts';

/** The statuses of a resource that no longer exists, the usual one first. */
const missingStatuses = [404, 410];

/** The response of an operation on a resource that a DELETE has removed; undefined if it exists. */
export function findDeletedResponse(request: MockRequest): MockResponse | undefined {
  const { operation, req, state } = request;
  if (operation.method === 'PUT' || !state.deleted.get(pathOf(request))) return undefined;

  const status = missingStatuses.find((each) => findResponse(operation, each));
  if (status === undefined) return undefined;
  return createErrorResponse(operation, status, 'The resource was deleted.', req.headers.accept);
}

/** Notes that a DELETE has removed its resource, or that a PUT has created it again. */
export function noteDeletion(request: MockRequest, { status }: MockResponse): void {
  const { operation, identity, state } = request;
  if (status >= 300) return;

  const path = pathOf(request);
  if (operation.method === 'DELETE') state.deleted.set(path, identity.name, true);
  if (operation.method === 'PUT') state.deleted.delete(path);
}

function pathOf({ req }: MockRequest): string {
  return splitTarget(req.url).path;
}
