import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type LocalServer, listenLocally } from '../stack/listenLocally.ts';
import { createBackendState } from './backendState.ts';
import {
  type BackendRequest,
  type CreateMiddleware,
  type Pause,
  problem,
  type Reply,
} from './exchange.ts';
import { findOperation, handle, type OperationId } from './operations.ts';

export interface BackendOptions {
  /** Wraps the handling of requests to one operation, or of all requests. */
  change?: { operation?: OperationId; create: CreateMiddleware };
  pause?: Pause;
}

/** More than any operation needs. What exceeds it is received and discarded. */
const maxKeptBytes = 16 * 1024 * 1024;

/**
 * Starts a backend that conforms to openapi.yaml, or one that violates it in one way. It shares no code
 * with the mock and the verifier, so that neither can repeat the other's misunderstanding.
 */
export function startIndependentBackend(options: BackendOptions = {}): Promise<LocalServer> {
  const state = createBackendState();
  const { change, pause = wait } = options;
  const middleware = change?.create(state, pause);
  const connections = new WeakMap<Socket, number>();
  let connectionCount = 0;

  const server = createServer((request, response) => {
    const { socket } = request;
    if (!connections.has(socket)) connections.set(socket, ++connectionCount);
    respond(request, response, connections.get(socket) ?? 0).catch(() => socket.destroy());
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) {
      socket.end(serialize('GET', problem(400, 'The request is not HTTP.')));
    } else socket.destroy();
  });
  return listenLocally(server);

  async function respond(message: IncomingMessage, response: ServerResponse, connection: number) {
    const request = await readRequest(message, connection);
    const next = async (changes?: Partial<BackendRequest>) =>
      handle({ ...request, ...changes }, state);
    const isChanged =
      change?.operation === undefined || change.operation === findOperation(request.target);
    const reply = middleware && isChanged ? await middleware(request, next) : await next();
    send(request.method, message.socket, response, reply);
  }
}

async function readRequest(message: IncomingMessage, connection: number): Promise<BackendRequest> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    if (length <= maxKeptBytes) chunks.push(chunk);
    length += chunk.length;
  }
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    httpVersion: message.httpVersion,
    headers: message.headers as BackendRequest['headers'],
    chunks,
    connection,
  };
}

function send(method: string, socket: Socket, response: ServerResponse, reply: Reply): void {
  if (reply.editBytes) {
    socket.end(reply.editBytes(serialize(method, reply)));
    return;
  }
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  const { status, body } = reply;
  const hasFraming =
    response.hasHeader('Content-Length') || response.hasHeader('Transfer-Encoding');
  if (status !== 204 && status !== 304 && !hasFraming) {
    response.setHeader('Content-Length', Buffer.byteLength(body));
  }
  response.writeHead(status).end(method === 'HEAD' ? undefined : body);
}

/** The bytes of a whole HTTP/1.1 response. */
function serialize(method: string, { status, headers, body }: Reply): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((item) => `${name}: ${item}`),
  );
  if (status !== 204) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  const head = [`HTTP/1.1 ${status} Status`, ...lines, 'Connection: close', '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), Buffer.from(method === 'HEAD' ? '' : body)]);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // A request that is never answered must not keep the process running.
    if (Number.isFinite(ms)) setTimeout(resolve, ms).unref();
  });
}
