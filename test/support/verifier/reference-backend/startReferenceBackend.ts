import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  createRequest,
  type Middleware,
  withHeaders,
} from './exchange.ts';
import { findOperation, handle, type OperationId } from './operations.ts';
import { type BackendState, createBackendState } from './state.ts';

/** Wraps the handling of requests to one operation, or of all requests. */
export interface BackendChange {
  operation?: OperationId | undefined;
  create: CreateMiddleware;
  /** Sent in `X-Fault` with each response that differs because of the change. */
  name?: string;
}

/**
 * Starts a backend that conforms to contract.yaml, or one that changes make violate it. It imports nothing of
 * the project, so that it repeats no misunderstanding of the mock or the verifier.
 * @example const { url, close } = await startReferenceBackend([faults[0]]);
 */
export async function startReferenceBackend(changes: readonly BackendChange[] = []) {
  const state = createBackendState();
  const middlewares = changes.map(({ create, ...change }) => ({ ...change, run: create(state) }));
  const server = createServer(async (message, response) => {
    const { method = '', url: target = '' } = message;
    const headers = message.headers as BackendRequest['headers'];
    try {
      const request = createRequest({ method, target, headers, body: await buffer(message) });
      const operation = findOperation(request);
      const applied = middlewares.filter((it) => (it.operation ?? operation) === operation);
      send(method, await handleChanged(request, applied, state), response);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

interface AppliedChange extends Omit<BackendChange, 'create'> {
  run: Middleware;
}

/** The first change is the outermost one. */
async function handleChanged(
  request: BackendRequest,
  [first, ...others]: readonly AppliedChange[],
  state: BackendState,
): Promise<BackendResponse> {
  if (!first) return handle(request, state);

  let usual: BackendResponse | undefined;
  const response = await first.run(request, async (changes) => {
    const result = await handleChanged(request.with(changes ?? {}), others, state);
    if (!changes) usual = result;
    return result;
  });
  const { name } = first;
  if (name === undefined || response === usual) return response;
  return withHeaders(response, { 'X-Fault': [name, ...namesIn(response)] });
}

function namesIn({ headers }: BackendResponse): string[] {
  return [headers['X-Fault'] ?? []].flat();
}

function send(method: string, content: BackendResponse, response: ServerResponse): void {
  const { status, headers, body, stray } = content;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const hasFraming =
    response.hasHeader('Content-Length') || response.hasHeader('Transfer-Encoding');
  if (status !== 204 && status !== 304 && !hasFraming) {
    response.setHeader('Content-Length', Buffer.byteLength(body));
  }
  // A client that waits for stray bytes need not wait on a connection that ends.
  if ((method === 'HEAD' || status === 304) && stray === undefined)
    response.setHeader('Connection', 'close');
  response.writeHead(status);
  if (stray !== undefined) {
    response.flushHeaders();
    // In a packet of its own, which may take a moment.
    setTimeout(() => response.socket?.end(stray), 40);
    return;
  }
  response.end(method === 'HEAD' ? undefined : body);
}
