import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { decodeContent, headerText } from '../../../mock-api/contract/index.ts';
import type { WireRequest } from '../plan/wireRequest.ts';
import { describeSendError } from './describeSendError.ts';
import { type RequestTarget, resolveTarget } from './requestTarget.ts';

export type SendResult =
  | {
      kind: 'response';
      status: number;
      headers: Readonly<Record<string, readonly string[]>>;
      /** Decompressed; undefined for HEAD. */
      body: Buffer | undefined;
      /** Set if the body is not in the encoding that `Content-Encoding` names. */
      encodingError?: string;
      durationMs: number;
    }
  | {
      kind: 'error';
      /** Whether the connection itself failed. */
      isUnreachable: boolean;
      /** A sentence. */
      message: string;
    };

export type HttpResponse = Extract<SendResult, { kind: 'response' }>;

/** 0 without a response. */
export function statusOf(result: SendResult): number {
  return result.kind === 'response' ? result.status : 0;
}

/** Whether a response is a success. */
export function isAccepted(result: SendResult): boolean {
  const status = statusOf(result);
  return status >= 200 && status < 300;
}

/** Whether a response is labelled as HTML. */
export function isPage({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(headerText(headers, 'content-type') ?? '');
}

/** The JSON value of a body; undefined if there is none. */
export function readJson({ body }: Pick<HttpResponse, 'body'>): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

const maxBodyMebibytes = 16;

/** How long to wait for bytes after a response that has no body. */
const strayBytesMs = 20;

type Agents = ReturnType<typeof createAgents>;

/** Creates agents that use the proxy of the environment if `NODE_USE_ENV_PROXY` is 1, as Node.js does. */
export function createAgents({ protocol }: URL) {
  const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent;
  const proxy = process.env.NODE_USE_ENV_PROXY === '1' ? { proxyEnv: process.env } : {};
  return {
    /** A new connection for each request. */
    fresh: new Agent(proxy),
    /** One connection for all requests. */
    shared: new Agent({ ...proxy, keepAlive: true, maxSockets: 1 }),
  };
}

/**
 * Sends a request, on a new connection unless it is to be reused, so that one response cannot affect the
 * next. Never rejects.
 */
export async function sendRequest(
  request: WireRequest,
  target: RequestTarget,
  agents: Agents,
  timeoutMs: number,
): Promise<SendResult> {
  const result = await exchange(request, target, agents, timeoutMs);
  if (result === 'stale connection') return sendRequest(request, target, agents, timeoutMs);
  if (result.kind === 'error' || !result.body) return result;
  const encoding = result.headers['content-encoding']?.join(', ');
  const decoded = await decodeContent(result.body, encoding, maxBodyMebibytes * 2 ** 20);
  if (decoded.kind === 'decoded') return { ...result, body: decoded.body };
  if (decoded.kind === 'unknown') return { ...result, body: undefined };
  const encodingError = `Content-Encoding is ${decoded.encoding}, but the body is not.`;
  return { ...result, encodingError };
}

function exchange(
  request: WireRequest,
  target: RequestTarget,
  agents: Agents,
  timeoutMs: number,
): Promise<SendResult | 'stale connection'> {
  const { url } = target;
  const startedAt = performance.now();
  const isHttps = url.protocol === 'https:';
  const send = isHttps ? requestHttps : requestHttp;
  const { reusesConnection = false, isChunked = false, body } = request;
  return new Promise((resolve) => {
    let isConnected = false;
    let hasStatus = false;
    const finish = (result: SendResult) => {
      clearTimeout(timer);
      resolve(result);
      if (!reusesConnection || result.kind === 'error') outgoing.destroy();
    };
    const fail = (message: string) =>
      finish({ kind: 'error', isUnreachable: !isConnected, message });
    const onError = (error: Error) => {
      // The server may close an idle connection at any time (RFC 9112, 9.6).
      if (outgoing.reusedSocket && !hasStatus) {
        clearTimeout(timer);
        resolve('stale connection');
      } else {
        fail(describeSendError(error, { isConnected, hasStatus }));
      }
    };
    const outgoing = send({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method: request.method,
      // `node:http` sends the path as it is; `fetch` would normalize it.
      path: resolveTarget(target, request.target),
      headers: {
        ...(!request.hasNoDefaultHeaders && { 'User-Agent': 'contract-check', Accept: '*/*' }),
        ...request.headers,
        ...(body &&
          (isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length })),
      },
      agent: reusesConnection ? agents.shared : agents.fresh,
    });
    const timer = setTimeout(() => {
      const message = `No complete response within ${timeoutMs / 1000} s.`;
      finish({ kind: 'error', isUnreachable: false, message });
    }, timeoutMs);
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) {
        isConnected = true;
        return;
      }
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    outgoing.on('error', onError);
    outgoing.once('response', (response) => {
      hasStatus = true;
      response.on('error', onError);
      const isBodyless = request.method === 'HEAD' || response.statusCode === 304;
      if (isBodyless) collectNothing(response);
      else collect(response);
    });
    writeBody();

    /** What follows a response without a body would be taken for the next response on the connection. */
    function collectNothing(response: IncomingMessage) {
      const reason = `Bytes follow the response to ${request.method} with status ${response.statusCode}, which has no body.`;
      const onStrayBytes = () => fail(reason);
      const { socket } = response;
      socket.once('data', onStrayBytes);
      setTimeout(() => {
        socket.off('data', onStrayBytes);
        collect(response);
      }, strayBytesMs);
    }

    function collect(response: IncomingMessage) {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > maxBodyMebibytes * 2 ** 20) {
          fail(`The response body is larger than ${maxBodyMebibytes} MiB.`);
        }
      });
      response.once('end', () =>
        finish({
          kind: 'response',
          status: response.statusCode ?? 0,
          headers: response.headersDistinct as Record<string, string[]>,
          body: request.method === 'HEAD' ? undefined : Buffer.concat(chunks),
          durationMs: performance.now() - startedAt,
        }),
      );
    }

    function writeBody() {
      if (!isChunked || !body) return void outgoing.end(body);
      const middle = Math.ceil(body.length / 2);
      outgoing.write(body.subarray(0, middle));
      outgoing.end(body.subarray(middle));
    }
  });
}
