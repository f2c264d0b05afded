import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WireRequest } from '../plan/wireRequest.ts';

export type SendResult =
  | {
      kind: 'response';
      status: number;
      headers: Readonly<Record<string, readonly string[]>>;
      /** Undefined for HEAD. */
      body: Buffer | undefined;
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

export interface RequestTarget {
  url: URL;
  /** The contract's base path. The path of the URL replaces it, if there is one. */
  basePath: string;
}

const maxBodyMebibytes = 16;

/** Path and query at a target, without normalization. */
export function resolveTarget({ url, basePath }: RequestTarget, target: string): string {
  const prefix = url.pathname.replace(/\/+$/, '');
  return prefix === '' ? target : prefix + target.slice(basePath.length);
}

/** Sends a request on a new connection, so that one response cannot affect the next. Never rejects. */
export function sendRequest(
  request: WireRequest,
  target: RequestTarget,
  timeoutMs: number,
): Promise<SendResult> {
  const { url } = target;
  const startedAt = performance.now();
  const isHttps = url.protocol === 'https:';
  const send = isHttps ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    let isConnected = false;
    let hasStatus = false;
    const finish = (result: SendResult) => {
      clearTimeout(timer);
      resolve(result);
      outgoing.destroy();
    };
    const fail = (message: string) =>
      finish({ kind: 'error', isUnreachable: !isConnected, message });
    const onError = (error: Error) => fail(describeError(error, { isConnected, hasStatus }));
    const outgoing = send({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method: request.method,
      // `node:http` sends the path as it is; `fetch` would normalize it.
      path: resolveTarget(target, request.target),
      headers: {
        'User-Agent': 'contract-check',
        Accept: '*/*',
        ...request.headers,
        ...(request.body && { 'Content-Length': request.body.length }),
      },
      agent: false,
    });
    const timer = setTimeout(() => {
      const missing = hasStatus ? 'complete response' : 'response';
      const message = `No ${missing} within ${timeoutMs / 1000} s.`;
      finish({ kind: 'error', isUnreachable: false, message });
    }, timeoutMs);
    outgoing.once('socket', (socket) =>
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      }),
    );
    outgoing.on('error', onError);
    outgoing.once('response', (response) => {
      hasStatus = true;
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('error', onError);
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
          durationMs: Math.round(performance.now() - startedAt),
        }),
      );
    });
    outgoing.end(request.body);
  });
}

function describeError(
  error: Error,
  { isConnected, hasStatus }: { isConnected: boolean; hasStatus: boolean },
): string {
  const code = 'code' in error ? String(error.code) : '';
  const reason = code || error.message;
  if (code.startsWith('HPE_')) return `The response is not valid HTTP (${reason}).`;
  if (!isConnected) return `Could not connect (${reason}).`;
  if (!hasStatus) return `The connection closed without a response (${reason}).`;
  return `The connection closed before the response was complete (${reason}).`;
}
