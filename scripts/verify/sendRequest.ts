import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Outcome } from '../../mock-api/contract/cases/failure.ts';
import type { WireRequest } from '../../mock-api/contract/cases/wireRequest.ts';

/** A body that is longer than this is no answer that anyone can use. */
const BODY_LIMIT = 16 * 2 ** 20;

export interface Target {
  url: URL;
  /** The contract's base path, which a path in the URL takes the place of. */
  basePath: string;
  headers: Readonly<Record<string, string>>;
  timeout: number;
}

/** The path and query at a target, byte for byte as they are to be sent. */
export function targetAt({ url, basePath }: Omit<Target, 'headers' | 'timeout'>, target: string) {
  const prefix = url.pathname.replace(/\/+$/, '');
  return prefix === '' ? target : prefix + target.slice(basePath.length);
}

/** Sends a request on a connection of its own, so that no answer hangs on the one before. */
export function sendRequest(request: WireRequest, target: Target): Promise<Outcome> {
  const { url, headers, timeout } = target;
  const started = performance.now();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    let connected = false;
    let begun = false;
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
      outgoing.destroy();
    };
    const fail = (error: Error) => end(explain(error, { connected, begun }));
    const outgoing = send({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      method: request.method,
      // Node writes it as it stands: nothing is resolved or encoded again.
      path: targetAt(target, request.target),
      headers: {
        'User-Agent': 'contract-check',
        Accept: '*/*',
        ...headers,
        ...request.headers,
        ...(request.body && { 'Content-Length': request.body.length }),
      },
      agent: false,
    });
    const timer = setTimeout(
      () =>
        end({
          kind: 'no answer',
          reason: 'timeout',
          message: `There was no ${begun ? 'end of the answer' : 'answer'} in ${timeout / 1000} s.`,
        }),
      timeout,
    );
    outgoing.once('socket', (socket) =>
      socket.once(
        url.protocol === 'https:' ? 'secureConnect' : 'connect',
        () => (connected = true),
      ),
    );
    outgoing.on('error', fail);
    outgoing.once('response', (answer) => {
      begun = true;
      const chunks: Buffer[] = [];
      let length = 0;
      answer.on('error', fail);
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > BODY_LIMIT) fail(new Error(`more than ${BODY_LIMIT} bytes`));
      });
      answer.once('end', () =>
        end({
          kind: 'answer',
          status: answer.statusCode ?? 0,
          headers: answer.headersDistinct as Record<string, string[]>,
          body: request.method === 'HEAD' ? undefined : Buffer.concat(chunks),
          duration: Math.round(performance.now() - started),
        }),
      );
    });
    outgoing.end(request.body);
  });
}

function explain(
  error: Error,
  { connected, begun }: { connected: boolean; begun: boolean },
): Outcome {
  const code = 'code' in error ? String(error.code) : '';
  const why = code || error.message;
  if (code.startsWith('HPE_')) {
    const message = `What came is no good HTTP (${code}).`;
    return { kind: 'no answer', reason: 'not HTTP', message };
  }
  if (!connected) {
    const message = `No connection came about (${why}).`;
    return { kind: 'no answer', reason: 'unreachable', message };
  }
  const message = begun
    ? `The answer broke off before its end (${why}).`
    : `The connection was closed without an answer (${why}).`;
  return { kind: 'no answer', reason: 'broke off', message };
}
