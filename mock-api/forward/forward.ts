import {
  type Agent,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { type DecodedContent, originForm } from '../../contract/index.ts';
import type { RequestOutcome } from '../journal/journalEntry.ts';
import { createBodyCapture } from './captureBody.ts';

/** A forwarded request, and what became of it. */
export interface ForwardedExchange {
  outcome: ExchangeOutcome;
  /** Undefined if the outcome is `completed` or `client aborted`. */
  error: BackendError | undefined;
  /** Undefined if none has begun. */
  response: IncomingMessage | undefined;
  /** How long the backend had the whole request before its response began; undefined if it never had it. */
  waitedMs: number | undefined;
  /** The decompressed bodies, as far as they were forwarded. */
  readRequestBody(): Promise<DecodedContent>;
  readResponseBody(): Promise<DecodedContent>;
}

type ExchangeOutcome = Extract<
  RequestOutcome,
  'completed' | 'reset' | 'reset mid-body' | 'malformed' | 'client aborted'
>;

export interface BackendError {
  cause: NodeJS.ErrnoException;
  /** Whether the request may have been sent. */
  isConnected: boolean;
}

export interface ForwardOptions {
  /** A path in it is prepended to every request target. */
  backend: URL;
  agent: Agent;
  /** The name of this proxy in the header `Via`. */
  via: string;
  /** Replaces that of the request. */
  target?: string;
  /** The decompressed body, if it has already been read. */
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

/** The errors of the parser and of `writeHead`. */
const malformedCodes = /^(HPE_|ERR_INVALID_CHAR$|ERR_HTTP_INVALID_)/;

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
  { agent, target = req.url ?? '/', ...options }: ForwardOptions,
): Promise<ForwardedExchange> {
  const { backend, body, via } = options;
  const requestBody = createBodyCapture();
  const responseBody = createBodyCapture();
  const { promise, resolve } = Promise.withResolvers<ForwardedExchange>();
  let isConnected = false;
  let incoming: IncomingMessage | undefined;
  let lastChunkAt = performance.now();
  let waitedMs: number | undefined;
  if ((req.headers.via ?? '').split(via).length > maxForwards) {
    end('reset');
    res.destroy();
    return promise;
  }
  const request = backend.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = request({
    protocol: backend.protocol,
    hostname: backend.hostname.replace(/^\[|\]$/g, ''),
    port: backend.port,
    path: backend.pathname.replace(/\/+$/, '') + originForm(target),
    method: req.method,
    headers: requestHeaders(req, options) as unknown as Record<string, string>,
    agent,
  });
  const abort = (cause: NodeJS.ErrnoException) => {
    const isMalformed = malformedCodes.test(cause.code ?? '');
    // What follows a complete response concerns the backend's connection only.
    const isComplete = incoming?.complete && res.headersSent;
    if (isComplete && !isMalformed) return;
    const interrupted = res.headersSent ? 'reset mid-body' : 'reset';
    end(isMalformed ? 'malformed' : interrupted, { cause, isConnected });
    if (!isComplete) res.destroy();
  };

  outgoing.once('socket', (socket) => {
    const connect = () => {
      isConnected = true;
    };
    if (outgoing.reusedSocket) connect();
    else socket.once(backend.protocol === 'https:' ? 'secureConnect' : 'connect', connect);
  });
  if (body) outgoing.end(body);
  else {
    // Added before `pipe`, so that every chunk that is forwarded is captured.
    req.on('data', (chunk: Buffer) => {
      lastChunkAt = performance.now();
      requestBody.add(chunk);
    });
    req.pipe(outgoing);
  }
  outgoing.on('error', abort);
  // Without this listener, a status of 101 would end the connection to the backend without an event.
  outgoing.once('upgrade', (_response, socket) => {
    socket.destroy();
    abort(Object.assign(new Error('Unexpected upgrade'), { code: 'HPE_UNEXPECTED_UPGRADE' }));
  });
  outgoing.once('response', (response) => {
    endWait();
    incoming = response;
    res.sendDate = false;
    const { statusCode = 502, statusMessage } = response;
    try {
      res.writeHead(statusCode, statusMessage, endToEndHeaders(response).flat());
    } catch (error) {
      // The parser of Node.js accepts more than its `writeHead`: a status of 99, for example.
      return void outgoing.destroy(error as Error);
    }
    // Otherwise Node.js would not send the head until the first chunk of the body.
    res.flushHeaders();
    response.on('data', responseBody.add);
    response.once('error', abort);
    response.pipe(res);
  });
  res.once('finish', () => end('completed'));
  res.once('close', () => {
    end('client aborted');
    // Aborts the backend request when the client aborts.
    if (!incoming?.readableEnded) outgoing.destroy();
  });
  return promise;

  function endWait() {
    if (req.complete) waitedMs = performance.now() - lastChunkAt;
  }

  /** Only the first call has an effect. */
  function end(outcome: ExchangeOutcome, error?: BackendError) {
    if (!incoming) endWait();
    resolve({
      outcome,
      error,
      response: incoming,
      waitedMs,
      async readRequestBody() {
        if (body) return { kind: 'decoded', body };
        return requestBody.read(req.headers['content-encoding']);
      },
      readResponseBody: () => responseBody.read(incoming?.headers['content-encoding']),
    });
  }
}

/** The headers in their order and spelling, with the backend's `Host` and a `Via`. */
function requestHeaders(
  req: IncomingMessage,
  { backend, via, body }: Omit<ForwardOptions, 'agent'>,
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
