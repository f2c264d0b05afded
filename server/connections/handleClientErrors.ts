import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HostResponse } from '../locals.ts';
import { createProblem, sendProblem } from '../responses/sendProblem.ts';
import type { Services } from '../services.ts';

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const details: Record<number, string> = {
  400: 'The request could not be parsed.',
  405: 'Method not allowed.',
  408: 'The request did not arrive in time.',
  413: 'The chunk extensions are too large.',
  431: 'The request headers are too large or too many.',
};

/**
 * Responds to requests that Node.js does not pass to the request listener: those that it cannot parse or
 * that time out, and CONNECT. The responses have the security headers, a log line and a metric.
 */
export function handleClientErrors(server: Server, services: Services): void {
  const { connections } = services;

  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, stream: Duplex) => {
    const socket = stream as Socket;
    if (!socket.writable || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }

    const status = statuses[code] ?? 400;
    const latest = connections.findLatestResponse(socket);
    if (!latest || (latest.closed && latest.req.complete)) {
      sendDirectly(services, socket, { method: 'none', status, clientError: code });
    } else if (latest.req.complete) {
      connections.closeAfterResponse(socket);
    } else {
      handleBodyError(latest as HostResponse, status, code);
    }
  });

  server.on('connect', ({ method = '' }: IncomingMessage, stream: Duplex) => {
    const socket = stream as Socket;
    socket.on('error', () => {});
    // Node.js no longer knows the socket, so it must not wait for a client to read earlier responses.
    if (connections.findLatestResponse(socket)) socket.destroy();
    else sendDirectly(services, socket, { method, status: 405 });
  });
}

/** Handles an error in the body of a request that may already have been responded to. */
function handleBodyError(res: HostResponse, status: number, code: string): void {
  // The client has ended the connection within the body.
  const hasEnded = code === 'HPE_INVALID_EOF_STATE';
  if (res.headersSent || hasEnded) {
    res.req.socket.destroy();
    return;
  }

  res.setHeader('Connection', 'close');
  sendProblem(res, status, details[status] ?? '');
}

interface UnhandledRequest {
  method: string;
  status: number;
  clientError?: string;
}

/** Sends problem details without a response object, and closes the connection. */
function sendDirectly(
  { log, metrics }: Services,
  socket: Socket,
  { method, status, clientError }: UnhandledRequest,
): void {
  const id = randomUUID();
  const { headers, body } = createProblem(id, status, details[status] ?? '');
  if (status === 405) headers.push('Allow', 'GET, HEAD, POST');
  headers.push('Connection', 'close');
  const lines = headers.map((part, i) => (i % 2 === 0 ? `${part}: ` : `${part}\r\n`));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());

  const request = { method, route: 'none' };
  metrics?.observe({ ...request, status, seconds: 0 });
  // Browsers open connections in advance that they may never use.
  const level = socket.bytesRead === 0 ? 'debug' : 'info';
  log[level](
    { id, ...request, statusCode: status, outcome: 'completed', ms: 0, clientError },
    'request',
  );
}
