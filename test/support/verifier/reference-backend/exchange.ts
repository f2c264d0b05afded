import { STATUS_CODES } from 'node:http';
import type { BackendState } from './state.ts';

interface RequestParts {
  method: string;
  /** The target as received, neither decoded nor normalized. */
  target: string;
  /** Lower-case names; repeated headers are joined as by Node.js. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

export type BackendRequest = ReturnType<typeof createRequest>;

/** Adds what the backend and its faults read in a request. What is malformed reads as if it were absent. */
export function createRequest(parts: RequestParts) {
  const { target, headers, body } = parts;
  const header = (name: string) => headers[name] ?? '';
  const text = body.toString();
  /** The path, encoded and without the query. */
  const path = target.replace(/^https?:\/\/[^/?]*/i, '').replace(/[?#].*$/s, '');
  const lastSegment = path.slice(path.lastIndexOf('/') + 1);
  /** The properties of a JSON object, or the fields of a form. */
  const fields: Record<string, unknown> = header('content-type').includes('form')
    ? Object.fromEntries(new URLSearchParams(text))
    : readOr({}, () => Object(JSON.parse(text.replace(/^\ufeff/, ''))));
  return {
    ...parts,
    header,
    text,
    path,
    query: /\?(.*)$/s.exec(target)?.[1] ?? '',
    fields,
    /** The decoded text after the last slash that is not encoded; as received if its encoding is malformed. */
    id: readOr(lastSegment, () => decodeURIComponent(lastSegment)),
    /** A property or a field, or '' if it is not a string. */
    field: (name: string) => (typeof fields[name] === 'string' ? fields[name] : ''),
    sessionId: /(?:^|;)\s*JSESSIONID=([^;]*)/.exec(header('cookie'))?.[1],
    with: (changes: Partial<RequestParts>) => createRequest({ ...parts, ...changes }),
  };
}

function readOr<Value>(fallback: Value, read: () => Value): Value {
  try {
    return read();
  } catch {
    return fallback;
  }
}

export interface BackendResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer;
  /** What follows a response that has no body, for example one with status 304. */
  stray?: string;
}

type Next = (changes?: Partial<RequestParts>) => Promise<BackendResponse>;
export type Middleware = (
  request: BackendRequest,
  next: Next,
) => BackendResponse | Promise<BackendResponse>;

/** Creates the middleware of one running backend. */
export type CreateMiddleware = (state: BackendState) => Middleware;

export type HeaderChanges = Readonly<Record<string, string | string[] | undefined>>;

/** Changes header fields; `undefined` removes one. */
export function withHeaders(response: BackendResponse, changes: HeaderChanges): BackendResponse {
  const fields = Object.entries({ ...response.headers, ...changes });
  const headers = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  return { ...response, headers: headers as BackendResponse['headers'] };
}

function text(status: number, type: string, body: string | Buffer): BackendResponse {
  return { status, headers: { 'Content-Type': type }, body };
}

export function json(status: number, value: unknown): BackendResponse {
  return text(status, 'application/json', JSON.stringify(value));
}

export function html(status: number, title: string): BackendResponse {
  return text(status, 'text/html', `<!doctype html><title>${title}</title>`);
}

/** Problem details (RFC 9457). */
export function problem(status: number, title = STATUS_CODES[status]): BackendResponse {
  return text(status, 'application/problem+json', JSON.stringify({ title, status }));
}

export function empty(status: number, headers: BackendResponse['headers'] = {}): BackendResponse {
  return { status, headers, body: '' };
}

/** What a container sends for an exception. */
export const crashPage = html(500, 'HTTP Status 500 - Internal Server Error');

export const rejected = problem(400);
