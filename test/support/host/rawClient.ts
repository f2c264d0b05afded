import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawResponse {
  /** 0 if the connection closed without a response. */
  status: number;
  /** The status line and the headers. */
  head: string;
  body: string;
  /** Whether the connection closed before the end of the response. */
  truncated: boolean;
}

/** The bytes of a GET. */
export const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Opens a TCP connection until the test ends. */
export async function openSocket(port: number, address = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, address);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Resolves when the socket is closed, with or without an error. */
export function whenClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Sends raw bytes on a new connection and reads one response. */
export async function sendRaw(port: number, request: string | Buffer): Promise<RawResponse> {
  const socket = await openSocket(port);
  try {
    return await sendOn(socket, request);
  } finally {
    socket.destroy();
  }
}

/** Sends raw bytes on a connection and reads one response. */
export function sendOn(socket: Socket, request: string | Buffer): Promise<RawResponse> {
  const response = readResponse(socket);
  socket.write(request, 'latin1');
  return response;
}

/** Sends raw bytes on a new connection, and returns all that is received until the host closes it. */
export async function sendUntilClosed(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(bytes, 'latin1');
  await whenClosed(socket);
  return received;
}

/** Reads one response until it is complete or the socket closes. */
export function readResponse(socket: Socket): Promise<RawResponse> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.off('data', onData);
      socket.off('close', finish);
      resolve(parseResponse(Buffer.concat(chunks).toString('latin1')));
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      if (!parseResponse(Buffer.concat(chunks).toString('latin1')).truncated) finish();
    };
    socket.on('data', onData);
    socket.once('close', finish);
  });
}

function parseResponse(received: string): RawResponse {
  const text = received.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  const headEnd = text.indexOf('\r\n\r\n');
  const status = Number(text.match(/^HTTP\/1\.1 (\d+)/)?.[1] ?? 0);
  if (headEnd < 0) return { status: 0, head: text, body: '', truncated: true };
  const head = text.slice(0, headEnd);
  const body = text.slice(headEnd + 4);
  const length = head.match(/\r\ncontent-length: (\d+)/i)?.[1];
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
  const isComplete = isChunked ? body.endsWith('0\r\n\r\n') : body.length >= Number(length ?? 0);
  return { status, head, body, truncated: !isComplete };
}
