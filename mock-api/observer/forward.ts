import {
  type Agent,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';

/** Who is told of an exchange as it passes. Whatever a watcher does comes after the bytes. */
export interface Watcher {
  requestChunk(chunk: Buffer): void;
  answered(answer: IncomingMessage): void;
  answerChunk(chunk: Buffer): void;
  /** Once, after which nothing more comes. */
  ended(how: 'answered' | 'reset' | 'torn' | 'client left'): void;
}

/** These concern one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Without a length Node would announce a body that never was. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Passes a request on as it came and streams the answer back as it comes. Where the backend gives
 * none, or stops in the middle, the caller's connection is closed: an answer made up here would hide
 * what the caller's own gateway has to say about that.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  { backend, agent, watcher }: { backend: URL; agent: Agent; watcher: Watcher },
): void {
  const send = backend.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send({
    protocol: backend.protocol,
    hostname: backend.hostname.replace(/^\[|\]$/g, ''),
    port: backend.port,
    path: backend.pathname.replace(/\/+$/, '') + (req.url ?? '/'),
    method: req.method,
    headers: requestHeaders(req, backend) as unknown as Record<string, string>,
    agent,
  });
  let isOver = false;
  let isComplete = false;
  const end = (how: Parameters<Watcher['ended']>[0]) => {
    if (isOver) return;
    isOver = true;
    watcher.ended(how);
  };
  const breakOff = (how: 'reset' | 'torn') => {
    end(how);
    res.destroy();
  };

  // Before the pipes, so that what is watched is what has been sent.
  req.on('data', (chunk: Buffer) => watcher.requestChunk(chunk));
  req.pipe(outgoing);
  outgoing.on('error', () => breakOff(res.headersSent ? 'torn' : 'reset'));
  outgoing.once('response', (answer) => {
    res.sendDate = false;
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, answerHeaders(answer));
    // The head must not wait for a body that may take its time.
    res.flushHeaders();
    watcher.answered(answer);
    answer.on('data', (chunk: Buffer) => watcher.answerChunk(chunk));
    answer.once('error', () => breakOff('torn'));
    answer.once('end', () => {
      isComplete = true;
    });
    answer.pipe(res);
  });
  res.once('finish', () => end('answered'));
  res.once('close', () => {
    end('client left');
    // A caller who left must not keep the backend busy.
    if (!isComplete) outgoing.destroy();
  });
}

/** In the order and the spelling in which they came. */
function requestHeaders(req: IncomingMessage, backend: URL): string[] {
  const own = `${req.socket.localAddress}:${req.socket.localPort}`;
  const named = new Set([
    own,
    `localhost:${req.socket.localPort}`,
    `[${req.socket.localAddress}]:${req.socket.localPort}`,
  ]);
  const headers = keep(req).flatMap(([name, value]) =>
    // Whoever named this server means the one behind it.
    name.toLowerCase() === 'host' && named.has(value) ? [name, backend.host] : [name, value],
  );
  const { 'transfer-encoding': coding, 'content-length': length } = req.headers;
  const framing =
    coding !== undefined
      ? ['Transfer-Encoding', 'chunked']
      : length === undefined && WITH_BODY.has(req.method ?? '')
        ? ['Content-Length', '0']
        : [];
  return [...headers, ...framing, ...['Via', `${req.httpVersion} contract-observer`]];
}

function answerHeaders(answer: IncomingMessage): string[] {
  return keep(answer).flat();
}

function keep(message: IncomingMessage): [string, string][] {
  const nominated = (message.headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  const { rawHeaders } = message;
  const pairs: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && !nominated.includes(key))
      pairs.push([name, rawHeaders[i + 1] ?? '']);
  }
  return pairs;
}
