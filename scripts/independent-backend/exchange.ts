import type { BackendState } from './backendState.ts';

export interface BackendRequest {
  method: string;
  /** The request target as received, neither decoded nor normalized. */
  target: string;
  httpVersion: string;
  /** Lower-case names; repeated headers are joined as by Node.js. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The body, in the pieces in which it arrived. */
  chunks: readonly Buffer[];
  /** Counts connections: two requests with the same number share a connection. */
  connection: number;
}

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
  /** Changes the bytes of the whole response, after which the connection is closed. */
  editBytes?: (bytes: Buffer) => Buffer;
}

type Next = (changes?: Partial<BackendRequest>) => Promise<Reply>;
export type Middleware = (request: BackendRequest, next: Next) => Reply | Promise<Reply>;

/** Waits. Tests pass a function that returns at once. */
export type Pause = (ms: number) => Promise<void>;

/** Creates the state that the middleware of one running backend needs. */
export type CreateMiddleware = (state: BackendState, pause: Pause) => Middleware;

export function json(status: number, value: unknown): Reply {
  return text(status, 'application/json', JSON.stringify(value));
}

export function html(status: number, title: string): Reply {
  return text(status, 'text/html', `<!doctype html><title>${title}</title>`);
}

export function problem(status: number, title: string): Reply {
  return problemJson(status, { title, status });
}

/** The value labelled as problem details (RFC 9457). */
export function problemJson(status: number, value: unknown): Reply {
  return text(status, 'application/problem+json', JSON.stringify(value));
}

export function text(status: number, type: string, body: string | Buffer): Reply {
  return { status, headers: { 'Content-Type': type }, body };
}

export function empty(status: number, headers: Reply['headers'] = {}): Reply {
  return { status, headers, body: '' };
}
