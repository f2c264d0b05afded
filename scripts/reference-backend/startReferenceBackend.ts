import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  createRequest,
  reset,
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
export async function startReferenceBackend(options: BackendOptions = {}) {
  const handleRequest = createHandler(options);
  const respond = async (message: IncomingMessage, response: ServerResponse) => {
    const request = createRequest({
      method: message.method ?? '',
      target: message.url ?? '',
      headers: message.headers as BackendRequest['headers'],
      body: await buffer(message),
      connection: message.socket,
    });
    send(request.method, await handleRequest(request), response);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => request.socket.destroy());
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

/** The backend without its server. */
export function createHandler({ change }: BackendOptions) {
  const state = createBackendState();
  const middleware = change?.create(state);
  return async (request: BackendRequest): Promise<BackendResponse> => {
    const next = async (changes = {}) => handle(request.with(changes), state);
    const isChanged =
      change?.operation === undefined || change.operation === findOperation(request);
    return middleware && isChanged ? middleware(request, next) : next();
  };
}

function send(method: string, content: BackendResponse, response: ServerResponse): void {
  const { status, headers, body } = content;
  if (content === reset) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const hasFraming =
    response.hasHeader('Content-Length') || response.hasHeader('Transfer-Encoding');
  if (status !== 204 && status !== 304 && !hasFraming) {
    response.setHeader('Content-Length', Buffer.byteLength(body));
  }
  response.writeHead(status).end(method === 'HEAD' ? undefined : body);
}
