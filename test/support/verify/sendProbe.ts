import { once } from 'node:events';
import { connect } from 'node:net';
import type { Probe, Trigger } from '../../../scripts/independent-backend/probes.ts';

/** Sends the requests and resolves to the bytes of every response, without what differs from run to run. */
export async function sendTrigger(port: number, trigger: Trigger): Promise<string[]> {
  const responses: string[] = [];
  let session = '';
  for (const step of trigger) {
    const probes = [step].flat() as Probe[];
    const received = await Promise.all(probes.map((probe) => send(port, probe, session)));
    session = received.map((text) => /JSESSIONID=([^;]+)/.exec(text)?.[1]).at(-1) ?? session;
    responses.push(...received.map(normalize));
  }
  return responses;
}

async function send(port: number, probe: Probe, session: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (data) => received.push(data));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  for (let next: Probe | undefined = probe; next; next = next.followedBy) {
    socket.write(serialize(next, session));
  }
  await closed;
  return Buffer.concat(received).toString('latin1');
}

function serialize(probe: Probe, session: string): Buffer {
  const { method, target, headers, body, httpVersion = '1.1', followedBy } = probe;
  const fill = (value: string) =>
    value.replaceAll('$session', session).replaceAll('$lowerCaseSession', session.toLowerCase());
  const isChunked = Array.isArray(body);
  const content = isChunked
    ? Buffer.concat([...body.map(toChunk), Buffer.from('0\r\n\r\n')])
    : Buffer.from((body as string | Buffer | undefined) ?? '');
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${content.length}`;
  const lines = [
    `${method} ${fill(target)} HTTP/${httpVersion}`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${fill(value)}`),
    ...(body === undefined ? [] : [length]),
    `Connection: ${followedBy ? 'keep-alive' : 'close'}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

function toChunk(piece: string | Buffer): Buffer {
  const bytes = Buffer.from(piece as string);
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

function normalize(response: string): string {
  return response
    .replace(/^Date: .*\r\n/m, '')
    .replace(/JSESSIONID=[0-9A-F]{32};/, 'JSESSIONID=ID;');
}
