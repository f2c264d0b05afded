import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Response } from '../locals.ts';
import { createProblem, problemMediaType, sendProblem } from '../middleware/sendProblem.ts';
import { securityHeaders } from '../middleware/sharedHeaders.ts';
import type { Services } from '../services.ts';
import { closeAfterResponse, findLatestResponse } from './dropPipelined.ts';

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
export function handleClientErrors(server: Server, { log, metrics }: Services): void {
  function send(socket: Socket, status: number, method = 'none', clientError?: string) {
    const id = randomUUID();
    const body = JSON.stringify({ ...createProblem(status, details[status] ?? ''), requestId: id });
    const fields = {
      ...Object.fromEntries(securityHeaders),
      ...(status === 405 && { Allow: 'GET, HEAD, POST' }),
      'X-Request-Id': id,
      'Cache-Control': 'no-store',
      'Content-Type': problemMediaType,
      'Content-Length': body.length,
      Connection: 'close',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
    const request = { method, route: 'none', status };
    metrics?.observe({ ...request, seconds: 0 });
    // Browsers open connections in advance that they may never use.
    const level = socket.bytesRead === 0 ? 'debug' : 'info';
    log[level]({ id, ...request, ms: 0, clientError }, 'request');
  }

  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, stream: Duplex) => {
    const socket = stream as Socket;
    const status = statuses[code] ?? 400;
    const latest = findLatestResponse(socket);
    if (!socket.writable || code === 'ECONNRESET') socket.destroy();
    else if (!latest || (latest.closed && latest.req.complete)) {
      send(socket, status, 'none', code);
    } else if (latest.req.complete) closeAfterResponse(socket);
    // The error is in the body of the latest request, which may have its response already, or end there.
    else if (latest.headersSent || code === 'HPE_INVALID_EOF_STATE') socket.destroy();
    else {
      latest.setHeader('Connection', 'close');
      sendProblem(latest as Response, status, details[status] ?? '');
    }
  });

  server.on('connect', ({ method }: IncomingMessage, stream: Duplex) => {
    const socket = stream as Socket;
    socket.on('error', () => {});
    // Node.js no longer knows the socket, so it must not wait for a client to read earlier responses.
    if (findLatestResponse(socket)) socket.destroy();
    else send(socket, 405, method);
  });
}
