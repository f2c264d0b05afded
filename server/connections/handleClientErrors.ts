import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Response } from 'express';
import { createProblem, problemMediaType, sendProblem } from '../middleware/sendProblem.ts';
import { securityHeaders } from '../middleware/sharedHeaders.ts';
import type { Services } from '../services.ts';
import {
  closeAfterCompleteRequests,
  currentResponse,
  isSendingAfterResponse,
} from './connection.ts';

interface RawResponse {
  method: string;
  status: number;
  detail: string;
  headers?: Record<string, string>;
  /** The code of the parser's error. */
  clientError?: string | undefined;
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const details: Record<number, string> = {
  400: 'The request could not be parsed.',
  408: 'The request did not arrive in time.',
  413: 'The chunk extensions are too large.',
  431: 'The request headers are too large or too many.',
};

/**
 * Responds to requests that Node.js does not pass to the request listener: those that it cannot parse or
 * that time out, and CONNECT. The responses have the security headers, a log line and a metric.
 */
export function handleClientErrors(
  server: Server,
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
): void {
  function send(socket: Duplex, { method, status, detail, headers, clientError }: RawResponse) {
    const id = randomUUID();
    const body = JSON.stringify({ ...createProblem(status, detail), requestId: id });
    const fields = {
      ...Object.fromEntries(securityHeaders),
      ...headers,
      'X-Request-Id': id,
      'Cache-Control': 'no-store',
      'Content-Type': problemMediaType,
      'Content-Length': String(body.length),
      Connection: 'close',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
    metrics?.observe({ method, route: 'none', status, seconds: 0 });
    // Browsers open connections in advance that they may never use.
    const isUnused = (socket as Socket).bytesRead === 0;
    const level = isUnused ? 'debug' : 'info';
    log[level]({ id, method, route: 'none', status, ms: 0, clientError }, 'request');
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const { code = '' } = error;
    const needsNoResponse = code === 'ECONNRESET' || isSendingAfterResponse(socket as Socket);
    if (!socket.writable || needsNoResponse) return void socket.destroy();
    if (closeAfterCompleteRequests(socket as Socket)) return;
    const status = statuses[code] ?? 400;
    const detail = details[status] ?? '';
    const res = currentResponse(socket as Socket);
    if (!res) return send(socket, { method: 'none', status, detail, clientError: code });
    // The error is in the body of a request that is being handled.
    if (res.headersSent) return void socket.destroy();
    res.setHeader('Connection', 'close');
    sendProblem(res as Response, status, detail);
  });

  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {});
    if (closeAfterCompleteRequests(socket as Socket)) return;
    const headers = { Allow: 'GET, HEAD, POST' };
    send(socket, { method: 'CONNECT', status: 405, detail: 'Method not allowed.', headers });
  });
}
