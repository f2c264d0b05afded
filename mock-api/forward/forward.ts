import {
  type Agent,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { originForm } from '../contract/http/splitTarget.ts';
import type { RequestOutcome } from '../journal/journalEntry.ts';

/** Receives the parts of an exchange, and each chunk before it is forwarded. */
export interface ExchangeListener {
  onRequestChunk(chunk: Buffer): void;
  onResponse(response: IncomingMessage): void;
  onResponseChunk(chunk: Buffer): void;
  /** Called exactly once, after all other callbacks. */
  onEnd(outcome: ExchangeOutcome): void;
}

type ExchangeOutcome = Extract<
  RequestOutcome,
  'completed' | 'reset' | 'reset mid-body' | 'client aborted'
>;

export interface ForwardOptions {
  /** A path in it is prepended to every request target. */
  backend: URL;
  agent: Agent;
  listener: ExchangeListener;
  /** The name of this proxy in the header `Via`. */
  via: string;
  /** The decompressed body, if it has already been read. The listener then receives no chunks of it. */
  body?: Buffer;
}

/** Valid for one connection only (RFC 9110, 7.6.1). */
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A proxy must not remove them, although a client can name them in `Connection`. */
const requiredHeaders = new Set(['content-length', 'host']);

/** A backend that forwards to this proxy would otherwise receive a request again and again. */
const maxForwards = 10;

/** Without a length, Node.js would send these methods with `Transfer-Encoding: chunked`. */
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Forwards a request unchanged and streams the response back. If the backend does not respond, or
 * stops mid-body, the client's connection is closed: a response generated here would hide how the
 * client's gateway handles the failure.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  { agent, listener, ...target }: ForwardOptions,
): void {
  const { backend, body, via } = target;
  if ((req.headers.via ?? '').split(via).length > maxForwards) {
    listener.onEnd('reset');
    return void res.destroy();
  }
  const request = backend.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = request({
    protocol: backend.protocol,
    hostname: backend.hostname.replace(/^\[|\]$/g, ''),
    port: backend.port,
    path: backend.pathname.replace(/\/+$/, '') + originForm(req.url ?? '/'),
    method: req.method,
    headers: requestHeaders(req, target) as unknown as Record<string, string>,
    agent,
  });
  let hasEnded = false;
  let isResponseComplete = false;
  const end = (outcome: ExchangeOutcome) => {
    if (hasEnded) return;
    hasEnded = true;
    listener.onEnd(outcome);
  };
  const abort = (outcome: 'reset' | 'reset mid-body') => {
    end(outcome);
    res.destroy();
  };

  if (body) outgoing.end(body);
  else {
    // Added before `pipe`, so that the listener receives every chunk that is forwarded.
    req.on('data', (chunk: Buffer) => listener.onRequestChunk(chunk));
    req.pipe(outgoing);
  }
  outgoing.on('error', () => abort(res.headersSent ? 'reset mid-body' : 'reset'));
  // Without this listener, a status of 101 would end the connection to the backend without an event.
  outgoing.once('upgrade', (_response, socket) => {
    socket.destroy();
    abort('reset');
  });
  outgoing.once('response', (response) => {
    res.sendDate = false;
    const { statusCode = 502, statusMessage } = response;
    try {
      res.writeHead(statusCode, statusMessage, endToEndHeaders(response).flat());
    } catch {
      // Node.js parses more than it sends, such as a status of 99.
      outgoing.destroy();
      return abort('reset');
    }
    // Otherwise Node.js would not send the head until the first chunk of the body.
    res.flushHeaders();
    listener.onResponse(response);
    response.on('data', (chunk: Buffer) => listener.onResponseChunk(chunk));
    response.once('error', () => abort('reset mid-body'));
    response.once('end', () => {
      isResponseComplete = true;
    });
    response.pipe(res);
  });
  res.once('finish', () => end('completed'));
  res.once('close', () => {
    end('client aborted');
    // Aborts the backend request when the client aborts.
    if (!isResponseComplete) outgoing.destroy();
  });
}

/** The headers in their order and spelling, with the backend's `Host` and a `Via`. */
function requestHeaders(
  req: IncomingMessage,
  { backend, via, body }: Omit<ForwardOptions, 'agent' | 'listener'>,
): string[] {
  const { localAddress, localPort } = req.socket;
  const ownHosts = new Set([
    `${localAddress}:${localPort}`,
    `localhost:${localPort}`,
    `[${localAddress}]:${localPort}`,
  ]);
  const headers = endToEndHeaders(req)
    .filter(([name]) => !body || !/^content-(encoding|length)$/i.test(name))
    .flatMap(([name, value]) =>
      // Any other `Host` is forwarded, because the backend may expect it.
      name.toLowerCase() === 'host' && ownHosts.has(value) ? [name, backend.host] : [name, value],
    );
  return [...headers, ...framingHeaders(req, body), 'Via', `${req.httpVersion} ${via}`];
}

function framingHeaders({ method = '', headers }: IncomingMessage, body?: Buffer): string[] {
  if (body) return ['Content-Length', String(body.length)];
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];
  const isWithoutLength = headers['content-length'] === undefined && methodsWithBody.has(method);
  return isWithoutLength ? ['Content-Length', '0'] : [];
}

function endToEndHeaders({ headers, rawHeaders }: IncomingMessage): [string, string][] {
  const connectionHeaders = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  const pairs: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const key = name.toLowerCase();
    const isRemovable = !requiredHeaders.has(key) && connectionHeaders.includes(key);
    if (!hopByHopHeaders.has(key) && !isRemovable) pairs.push([name, rawHeaders[i + 1] ?? '']);
  }
  return pairs;
}
