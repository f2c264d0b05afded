import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  createRequest,
} from './exchange.ts';
import { findOperation, handle, type OperationId } from './operations.ts';
import { createBackendState } from './state.ts';

export interface BackendOptions {
  /** Wraps the handling of requests to one operation, or of all requests. */
  change?: { operation?: OperationId; create: CreateMiddleware } | undefined;
}

/**
 * Starts a backend that conforms to contract.yaml, or one that a change makes violate it. It imports nothing of
 * the project, so that it repeats no misunderstanding of the mock or the verifier.
 * @example const { url, close } = await startReferenceBackend({ change: faults[0] });
 */
export async function startReferenceBackend({ change }: BackendOptions = {}) {
  const state = createBackendState();
  const middleware = change?.create(state);
  const server = createServer(async (message, response) => {
    const { method = '', url: target = '' } = message;
    const headers = message.headers as BackendRequest['headers'];
    try {
      const request = createRequest({ method, target, headers, body: await buffer(message) });
      const isChanged = (change?.operation ?? findOperation(request)) === findOperation(request);
      const next = async (changes = {}) => handle(request.with(changes), state);
      send(method, await (middleware && isChanged ? middleware(request, next) : next()), response);
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

function send(method: string, content: BackendResponse, response: ServerResponse): void {
  const { status, headers, body, stray } = content;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const hasFraming =
    response.hasHeader('Content-Length') || response.hasHeader('Transfer-Encoding');
  if (status !== 204 && status !== 304 && !hasFraming) {
    response.setHeader('Content-Length', Buffer.byteLength(body));
  }
  response.writeHead(status);
  if (stray !== undefined) {
    response.flushHeaders();
    // In a packet of its own, which may take a moment.
    setTimeout(() => response.socket?.end(stray), 40);
    return;
  }
  response.end(method === 'HEAD' ? undefined : body);
}
