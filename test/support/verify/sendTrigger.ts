import { once } from 'node:events';
import { connect } from 'node:net';
import type { Probe, Trigger } from '../../../scripts/reference-backend/probes.ts';

/** Sends the requests and resolves to the text of every response, without what differs from run to run. */
export async function sendTrigger(url: string, trigger: Trigger): Promise<string[]> {
  const responses: string[] = [];
  let session = '';
  for (const step of trigger) {
    const probes = [step].flat() as Probe[];
    const received = await Promise.all(probes.map((probe) => send(url, probe, session)));
    session = received.map((text) => /JSESSIONID=([^;]+)/.exec(text)?.[1]).at(-1) ?? session;
    responses.push(...received.map(normalize));
  }
  return responses;
}

async function send(url: string, probe: Probe, session: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (data) => received.push(data));
  const closed = once(socket, 'close');
  for (let next: Probe | undefined = probe; next; next = next.followedBy) {
    socket.write(serialize(next, session));
  }
  await closed;
  return Buffer.concat(received).toString('latin1');
}

function serialize(probe: Probe, session: string): string {
  const { method, target, headers, body, isChunked, followedBy } = probe;
  const fill = (value: string) =>
    value.replaceAll('$session', session).replaceAll('$lowerCaseSession', session.toLowerCase());
  const length = Buffer.byteLength(body ?? '');
  const content = isChunked ? `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const lines = [
    `${method} ${fill(target)} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${fill(value)}`),
    ...(body === undefined ? [] : [framing]),
    `Connection: ${followedBy ? 'keep-alive' : 'close'}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${content ?? ''}`;
}

function normalize(response: string): string {
  return response
    .replace(/^Date: .*\r\n/m, '')
    .replace(/JSESSIONID=[0-9A-F]{32};/, 'JSESSIONID=ID;');
}
