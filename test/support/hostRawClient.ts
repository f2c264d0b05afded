import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawAnswer {
  /** 0 where the connection closed without an answer. */
  status: number;
  head: string;
  body: string;
  /** The connection closed before the answer was whole. */
  cut: boolean;
}

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Resolves when a socket is closed, in good order or not. */
export function whenClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Sends bytes as they are and reads one answer. */
export async function sendRaw(port: number, request: string | Buffer): Promise<RawAnswer> {
  const socket = await openSocket(port);
  const answer = readAnswer(socket);
  socket.write(typeof request === 'string' ? Buffer.from(request, 'latin1') : request);
  try {
    return await answer;
  } finally {
    socket.destroy();
  }
}

/** Reads from a socket until an answer is whole, by its length or its last chunk, or the socket closes. */
export function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = () => {
      socket.off('data', take);
      socket.off('close', finish);
      resolve(parse(Buffer.concat(chunks).toString('latin1')));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      if (!parse(Buffer.concat(chunks).toString('latin1')).cut) finish();
    };
    socket.on('data', take);
    socket.once('close', finish);
  });
}

function parse(received: string): RawAnswer {
  const text = received.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  const end = text.indexOf('\r\n\r\n');
  const status = Number(text.match(/^HTTP\/1\.1 (\d+)/)?.[1] ?? 0);
  if (end < 0) return { status: 0, head: text, body: '', cut: true };
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  const length = head.match(/\r\ncontent-length: (\d+)/i)?.[1];
  const chunked = /\r\ntransfer-encoding: chunked/i.test(head);
  const whole = chunked ? body.endsWith('0\r\n\r\n') : body.length >= Number(length ?? 0);
  return { status, head, body, cut: !whole };
}
